import { z } from 'zod';
import { coSellPartners } from '../../../adapters/cosell/port.ts';
import { crmSystems } from '../../../adapters/crm/port.ts';
import { componentOf, ownedText, ownedTime, text, timeOut, withoutNulls } from '../../../contract/shapes.ts';
import { mustBeOneOf } from '../../../kit/one-of.ts';
import { expressionMax } from './expression.ts';
import { conflictRules, factNamed, fieldDirections, isPath, referralFacts, valueForms } from './mapping.ts';

const fieldsMax = 200;
const valuesMax = 300;

const pathText = text(255, 1).refine(
  isPath,
  'must name a member, such as Customer.Account.CompanyName or Contacts[0].Email',
);

const source = text(255, 1)
  .refine(isPath, 'must name a field, such as deal.Amount or contacts[0].Email')
  .refine((path) => /^(deal|company|contacts\[\d+\])\./.test(path), 'must begin with deal., company. or contacts[0].');

/** Whether it is one is checked afterwards (`checkExpressions`): to read many takes long. */
const expression = z.string().min(1, 'must not be empty').max(expressionMax);

const values = z
  .record(z.string(), z.string().max(255))
  .refine((words) => Object.keys(words).length <= valuesMax, `must have at most ${valuesMax} words`)
  .meta({ maxProperties: valuesMax });

const Field = z
  .strictObject({
    target: z.string(),
    source: z.string().optional(),
    expression: z.string().optional(),
    values: z.record(z.string(), z.string()).optional(),
    standard: z.unknown().optional(),
    form: z.enum(valueForms).optional(),
    direction: z.enum(fieldDirections),
    isPaused: z.boolean(),
  })
  .meta({ id: 'CosellFieldMapping' });

export const CosellMapping = z
  .strictObject({
    crm: z.enum(crmSystems),
    partner: z.enum(coSellPartners),
    isDefault: z.boolean(),
    conflictRule: z.enum(conflictRules),
    fields: z.array(Field),
    lastUpdatedBy: z.string().optional(),
    lastUpdateTime: timeOut.optional(),
  })
  .meta({ id: 'CosellMapping' });

const FieldIn = withoutNulls(
  z
    .strictObject({
      target: pathText,
      source: source.optional(),
      expression: expression.optional(),
      values: values.optional(),
      standard: z
        .union([z.string().max(2000), z.number(), z.boolean(), z.array(z.string().max(255)).max(50)])
        .optional(),
      form: z.enum(valueForms).optional(),
      direction: z.enum(fieldDirections).default('TO_PARTNER'),
      isPaused: z.boolean().default(false),
    })
    .superRefine((field, context) => {
      const refuse = (path: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [path], message, params: { code: 'mapping' } });
      if (field.source !== undefined && field.expression !== undefined)
        refuse('expression', 'set either a source or an expression, not both');
      if (field.source === undefined && field.expression === undefined && field.standard === undefined)
        refuse('source', 'is missing; set a source, an expression or a standard value');
      if (field.direction !== 'TO_PARTNER' && !/^deal\.[^.[\]]+$/.test(field.source ?? ''))
        refuse('direction', 'only a field of the deal itself can be written back: use TO_PARTNER, or a source deal.…');
      const fact = factNamed(field.target);
      if (fact === undefined) return;
      if (!referralFacts.some((name) => name === fact))
        refuse(
          'target',
          mustBeOneOf(
            'a target that begins with referral.',
            referralFacts.map((name) => `referral.${name}`),
          ),
        );
      if (field.direction !== 'TO_CRM')
        refuse('direction', 'must be TO_CRM: the CRM does not change what begins with referral.');
    })
    .meta(componentOf('CosellFieldMappingInput')),
);

/** The rows of a mapping in a request. */
export const MappingFields = z.array(FieldIn).max(fieldsMax);

export const ReplaceCosellMapping = withoutNulls(
  z
    .strictObject({
      crm: ownedText,
      partner: ownedText,
      isDefault: z.unknown().optional().meta({ type: 'boolean', readOnly: true }),
      lastUpdatedBy: ownedText,
      lastUpdateTime: ownedTime,
      conflictRule: z.enum(conflictRules).default('NEWEST_WINS'),
      fields: MappingFields,
    })
    .meta(componentOf('CosellMappingInput')),
);
