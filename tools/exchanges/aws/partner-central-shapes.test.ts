import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { accountOperations } from '../../../simulators/aws/partner-central/account-operations.ts';
import { accountRequests } from '../../../simulators/aws/partner-central/account-requests.ts';
import { sellingOperations } from '../../../simulators/aws/partner-central/selling-operations.ts';
import { sellingRequests, websitePattern } from '../../../simulators/aws/partner-central/selling-requests.ts';
import type { Shape } from '../../../simulators/aws/partner-central/shape.ts';
import * as values from '../../../simulators/aws/partner-central/values.ts';
import { readServiceModels, type ServiceModel } from './service-model.ts';

const dataFolder = resolve(import.meta.dirname, '../../../../shared/partners/data');
const skip = existsSync(dataFolder) ? false : `there is no ${dataFolder}`;

const modelOf = (serviceId: string): ServiceModel => {
  const model = readServiceModels(dataFolder).find(({ metadata }) => metadata.serviceId === serviceId);
  assert.ok(model);
  return model;
};

/** A shape of the simulator in plain data. */
const plain = (shape: Shape): unknown => {
  switch (shape.kind) {
    case 'list':
      return { list: plain(shape.item), min: shape.min, max: shape.max };
    case 'object': {
      const membersOf = (members: Readonly<Record<string, Shape>>) =>
        Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, plain(inner)]));
      const { required, optional, isUnion } = shape;
      return { required: membersOf(required), optional: membersOf(optional), isUnion };
    }
    case 'text': {
      const { min = 0, max = Number.POSITIVE_INFINITY, pattern = null, oneOf = null } = shape;
      return { text: { min, max, pattern, oneOf } };
    }
    default:
      return shape;
  }
};

/** Lengths of texts are part of patterns such as `(?s).{0,255}`. */
const lengths = /^\(\?s\)\.\{(\d+),(\d+)\}$/;

/** A shape of the model in the same plain data. */
const expected = (model: ServiceModel, name: string): unknown => {
  const shape = model.shapes[name];
  assert.ok(shape, name);
  const { min = 0, max = Number.POSITIVE_INFINITY } = shape;
  switch (shape.type) {
    case 'structure': {
      const members = Object.entries(shape.members ?? {});
      const pick = (isRequired: boolean) =>
        Object.fromEntries(
          members
            .filter(([member]) => (shape.required ?? []).includes(member) === isRequired)
            .map(([member, { shape: inner }]) => [member, expected(model, inner)]),
        );
      return { required: pick(true), optional: pick(false), isUnion: shape.union ?? false };
    }
    case 'list':
      return { list: expected(model, shape.member?.shape ?? ''), min, max };
    case 'integer':
      return { kind: 'whole', min, max };
    case 'timestamp':
      assert.equal(shape.timestampFormat, 'iso8601');
      return { kind: 'time' };
    case 'string': {
      const match = lengths.exec(shape.pattern ?? '');
      if (match) return { text: { min: Number(match[1]), max: Number(match[2]), pattern: null, oneOf: null } };
      const pattern = name === 'CompanyWebsiteUrl' ? websitePattern : (shape.pattern ?? null);
      return { text: { min, max, pattern, oneOf: shape.enum ?? null } };
    }
    default:
      return assert.fail(`${name} is a ${shape.type}`);
  }
};

describe('the requests that the Partner Central simulator accepts', { skip }, () => {
  const services = [
    ['PartnerCentral Selling', sellingRequests, sellingOperations],
    ['PartnerCentral Account', accountRequests, accountOperations],
  ] as const;
  for (const [serviceId, requests, operations] of services) {
    it(`match the model of ${serviceId}`, () => {
      const model = modelOf(serviceId);
      for (const [name, shape] of Object.entries(requests)) {
        const wanted = expected(model, model.operations[name]?.input?.shape ?? '');
        assert.deepEqual(plain(shape), wanted, name);
      }
      assert.deepEqual(Object.keys(operations).sort(), Object.keys(model.operations).sort());
    });
  }

  it('values that only responses have match the model', () => {
    const { shapes } = modelOf('PartnerCentral Selling');
    const lists: [readonly string[], string][] = [
      [values.awsStages, 'AwsOpportunityStage'],
      [values.awsClosedLostReasons, 'AwsClosedLostReason'],
      [values.awsTeamTitles, 'AwsMemberBusinessTitle'],
      [values.engagementScores, 'EngagementScore'],
      [values.involvementChangeReasons, 'InvolvementTypeChangeReason'],
    ];
    for (const [list, shape] of lists) assert.deepEqual([...list], shapes[shape]?.enum, shape);
  });
});
