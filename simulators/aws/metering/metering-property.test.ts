import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BatchMeterUsageCommand } from '@aws-sdk/client-marketplace-metering';
import fc from 'fast-check';
import { openBench, seedAgreement, seedProduct } from '../simulator.test-support.ts';

type Stored = { key: string; quantity: number; dimension: string; hour: string; licenseArn: string };

const recordOf = fc.record({
  customer: fc.nat(1),
  dimension: fc.constantFrom('requests', 'bytes'),
  hoursAgo: fc.integer({ min: -1, max: 26 }),
  quantity: fc.integer({ min: 0, max: 2 }),
});
const callOf = fc.record({
  records: fc.array(recordOf, { maxLength: 6 }),
  advanceMinutes: fc.constantFrom(0, 0, 0, 40),
  fault: fc.constantFrom(null, null, 'timeout-after', 'internal-error', 'unprocessed', 'half-answer'),
});

// The model of a caller: acknowledged records count; records with an unknown outcome may or may not.
test('whatever is sent, a key has one record, the first accepted quantity stays, and a replay gives the same records', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(callOf, { minLength: 1, maxLength: 8 }), async (calls) => {
      const bench = await openBench(t, { startsAt: '2027-03-10T12:30:00Z' });
      const { publicOfferId } = await seedProduct(bench, {
        dimensions: ['requests', 'bytes'].map((key) => ({ key, types: ['Metered'], price: '1' })),
      });
      const agreements = await Promise.all(
        ['111122223333', '222233334444'].map((buyerAccountId) =>
          seedAgreement(bench, publicOfferId, { buyerAccountId }),
        ),
      );
      await bench.post('/clock', { advance: 'P2D' });
      const told = new Map<string, number>();

      for (const { records, advanceMinutes, fault } of calls) {
        await bench.clock.advance(advanceMinutes * 60_000);
        if (fault) await bench.post('/aws/fault', { name: fault, operation: 'BatchMeterUsage' });
        const now = bench.clock.now();
        const sent = records.map((item) => ({
          Timestamp: new Date(now - item.hoursAgo * 3_600_000),
          Dimension: item.dimension,
          Quantity: item.quantity,
          CustomerAWSAccountId: ['111122223333', '222233334444'][item.customer],
          LicenseArn: agreements[item.customer]?.licenseArn,
        }));
        const answer = await bench.metering.send(new BatchMeterUsageCommand({ UsageRecords: sent })).catch(() => null);
        for (const { UsageRecord, Status } of answer?.Results ?? []) {
          const hour = new Date(Math.floor((UsageRecord?.Timestamp?.getTime() ?? 0) / 3_600_000) * 3_600_000);
          const key = [UsageRecord?.LicenseArn, UsageRecord?.Dimension, hour.toISOString()].join();
          const quantity = UsageRecord?.Quantity ?? -1;
          if (Status === 'Success') {
            assert.equal(told.get(key) ?? quantity, quantity, 'a success was told for two quantities');
            told.set(key, quantity);
          } else assert.notEqual(told.get(key), quantity, 'an equal resend was called a duplicate');
        }
        await bench.remove('/aws/fault');
      }

      const { records } = await bench.get<{ records: Stored[] }>('/aws/journal/metering');
      const byKey = new Map(
        records.map((item) => [[item.licenseArn, item.dimension, item.hour].join(), item.quantity]),
      );
      assert.equal(byKey.size, records.length);
      for (const [key, quantity] of told) assert.equal(byKey.get(key), quantity);
      const before = bench.snapshot();
      await bench.close();
      const reopened = await openBench(t, { startsAt: '2027-03-10T12:30:00Z', reopen: bench });
      assert.deepEqual(reopened.snapshot(), before);
      await reopened.close();
    }),
    { numRuns: 8 },
  );
});
