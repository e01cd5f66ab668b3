import { putMessage } from '../../kit/deliveries.ts';
import { objectType } from '../crm/object-types.ts';
import type { App, Editor, HubRecord, HubspotChange, Json, Portal, Writer } from '../state.ts';

/** The maximum number of events in one message (HubSpot developer docs, Webhooks). */
const eventsMax = 100;

/** Runs a change of records. The events of one change go together, up to a hundred in a message. */
export const edit = <R>(tx: HubspotChange, portal: Portal, writer: Writer, run: (editor: Editor) => R): R => {
  const editor: Editor = { tx, portal, writer, events: [] };
  const result = run(editor);
  for (const [app, pending] of Map.groupBy(editor.events, (one) => one.app)) {
    for (let start = 0; start < pending.length; start += eventsMax) {
      const events = pending.slice(start, start + eventsMax).map(({ event }) => event);
      const type = String(events[0]?.subscriptionType);
      putMessage(tx, { id: `batch-${tx.ids.text(16)}`, type, accountId: app.id, body: { events } });
    }
  }
  return result;
};

type What = {
  isNew?: boolean;
  isDeleted?: boolean;
  changed?: string[];
  merged?: { primary: string; others: string[] };
};

/** Records a change of a record for the portal's app, if the app has subscribed to it. */
export const noteChange = (editor: Editor, record: HubRecord, what: What): void => {
  const { tx, portal } = editor;
  for (const app of tx.list('apps')) {
    if (app.portalId !== portal.id || app.target === null) continue;
    for (const event of eventsOf(editor, app, record, what)) editor.events.push({ app, event });
  }
};

const eventsOf = ({ tx, portal, writer }: Editor, app: App, record: HubRecord, what: What): Json[] => {
  const { singular } = objectType(record.type);
  const subscribed = app.target?.subscriptions ?? [];
  const eventFor = (subscription: string, more: Json): Json[] => {
    const place = subscribed.indexOf(subscription);
    if (place === -1) return [];
    const event = {
      eventId: Number(tx.ids.digits(10)),
      subscriptionId: app.appId * 100 + place,
      portalId: Number(portal.id),
      appId: app.appId,
      occurredAt: tx.at,
      subscriptionType: subscription.split('.').slice(0, 2).join('.'),
      objectId: Number(record.id),
      changeSource: writer.kind === 'app' ? 'INTEGRATION' : 'CRM_UI',
      sourceId: writer.kind === 'app' ? String(writer.appId) : `userId:${writer.userId}`,
      ...more,
    };
    return [event];
  };
  return [
    ...(what.isNew ? eventFor(`${singular}.creation`, { changeFlag: 'NEW' }) : []),
    ...(what.isDeleted ? eventFor(`${singular}.deletion`, { changeFlag: 'DELETED' }) : []),
    ...(what.merged
      ? eventFor(`${singular}.merge`, {
          primaryObjectId: Number(what.merged.primary),
          mergedObjectIds: what.merged.others.map(Number),
          newObjectId: Number(record.id),
          numberOfPropertiesMoved: Object.keys(record.properties).length,
          changeFlag: 'UPDATED',
        })
      : []),
    ...(what.changed ?? []).flatMap((propertyName) =>
      eventFor(`${singular}.propertyChange.${propertyName}`, {
        propertyName,
        propertyValue: record.properties[propertyName] ?? '',
      }),
    ),
  ];
};
