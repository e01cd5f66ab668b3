import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { createPartnerGateway, type PartnerGateway, type Verification } from '../../partner-gateway.ts';
import { type AwsMarketplace, createAwsMarketplace } from './adapter.ts';
import { type AwsSimulator, startSimulator } from './simulator.test-support.ts';
import { verifyAws } from './verify.ts';

let simulator: AwsSimulator;
let aws: AwsMarketplace;
let gateway: PartnerGateway;

before(async () => {
  simulator = await startSimulator();
  const outgoing = createOutgoing({ allowedOrigins: [simulator.url] });
  aws = createAwsMarketplace({ answerTimeoutMs: 700, agents: outgoing.agents });
  gateway = createPartnerGateway({ 'AWS/MARKETPLACE': verifyAws(aws) });
});
after(async () => {
  aws.close();
  await simulator.close();
});

type Change = { endpoint?: string; credentials?: Record<string, string> };

const verify = ({ endpoint, credentials }: Change = {}): Promise<Verification> => {
  const { accessKeyId, secretAccessKey } = simulator.seller;
  return gateway.verify(
    {
      partner: 'AWS',
      service: 'MARKETPLACE',
      accountId: simulator.seller.id,
      endpoint: endpoint ?? `${simulator.url}/aws`,
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey, ...credentials },
    },
    AbortSignal.timeout(10_000),
  );
};

it('reports the owner of the access key', async () => {
  const verification = await verify();
  assert.deepEqual([verification.ok, verification.ok && verification.accountId], [true, simulator.seller.id]);
});

it('reports what is wrong with a key, with AWS’s own message too', async () => {
  const wrong = await verify({ credentials: { secretAccessKey: 'wrong' } });
  assert.ok(!wrong.ok);
  assert.match(wrong.message, /does not recognize the access key, or the secret/);
  assert.match(wrong.code, /^\w+$/);
  assert.ok(wrong.partnerMessage);
});

it('distinguishes faults, silence and garbage from a refusal', async () => {
  const sentences = {
    throttle: /is busy with this account/,
    'internal-error': /answered with 500/,
    'timeout-before': /did not answer/,
    rubbish: /did not answer|answered with/,
  };
  for (const [fault, sentence] of Object.entries(sentences)) {
    await simulator.control('DELETE', '/fault');
    await simulator.fault(fault, { operation: 'ListEntities' });
    const verification = await verify();
    assert.ok(!verification.ok, fault);
    assert.match(verification.message, sentence, `${fault}: ${JSON.stringify(verification)}`);
  }
  await simulator.control('DELETE', '/fault');
});

it('reaches its own simulator and no other internal address', async () => {
  for (const endpoint of [
    'http://127.0.0.1:9/aws',
    'https://127.0.0.1:9000',
    'https://169.254.169.254',
    'http://localhost/aws',
  ]) {
    const verification = await verify({ endpoint });
    assert.equal(verification.ok ? '' : verification.code, 'ADDRESS_REFUSED', endpoint);
  }
});
