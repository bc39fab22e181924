import type { LoggedEvent } from '../../../domain/run-event.ts';
import { openEvents } from '../../../services/events.ts';
import { builder } from '../../builder.ts';

const RunEventType = builder.objectRef<LoggedEvent>('RunEvent').implement({
  description: 'Something that happened in a run: a signal to fetch again. No rows travel in it.',
  fields: (t) => ({
    index: t.expose('index', {
      type: 'EventIndex',
      description: 'Its place in the webset’s log, gapless from 0. To go on later, subscribe from `index + 1`.',
    }),
    type: t.exposeString('type', {
      description:
        'run.started, run.resumed, run.completed, run.failed, run.cancelled, step.started, step.completed, tool.called, tool.result, narration or progress.',
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the event.' }),
    runId: t.expose('runId', { type: 'UUID', description: 'The id of the run it belongs to.' }),
    data: t.expose('data', { type: 'JSON', description: 'The details of the event; their shape depends on the type and may change.' }),
  }),
});

builder.subscriptionField('runEvents', (t) =>
  t.field({
    type: RunEventType,
    description:
      'A webset’s events, past ones first. Ends after the last event of the run that is alive; without one, at the end of the log. NOT_FOUND when no run was ever started.',
    args: {
      websetId: t.arg({ type: 'UUID', required: true, description: 'The id of the webset.' }),
      startIndex: t.arg({ type: 'EventIndex', description: 'The index of the first event to send: 0, the default, sends all.' }),
    },
    subscribe: (_root, { websetId, startIndex }, context) => openEvents(context, websetId, startIndex ?? 0, context.signal),
    resolve: (event) => event,
  }),
);
