import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../config/config.ts';
import { chooseFreePort } from '../kit/free-port.ts';
import { createLog } from '../kit/log.ts';
import { createSimulation } from './simulators.ts';

test('time that was advanced while the database was down has advanced, and the response says so', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mos-simulators-'));
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: 'off', SIMULATED_CLOCK: 'on' }, { folderIsEmpty: () => true });
  const simulation = createSimulation(config);
  const port = await chooseFreePort();
  const gone = (): Promise<never> => Promise.reject(new Error('connect ECONNREFUSED'));
  const stop = await simulation.start(port, createLog('fatal'), gone);
  try {
    const before = simulation.clock.now().getTime();
    const response = await fetch(`http://127.0.0.1:${port}/control/clock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${simulation.controlToken}`, 'content-type': 'application/json' },
      body: '{"advance":"PT1H"}',
    });
    assert.equal(response.status, 200, await response.text());
    assert.ok(simulation.clock.now().getTime() - before >= 3_600_000);
  } finally {
    await stop();
    rmSync(dataDir, { recursive: true });
  }
});
