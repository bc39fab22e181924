import { defaultFieldResolver, type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import type { SharedWebset } from '../../domain/caller/share.ts';
import { shareNotFound } from '../../services/share/enter.ts';
import { aliasesOf } from '../../services/share/masks.ts';
import type { Context } from '../builder.ts';

/** What may be asked through a share; whatever else there is, or will be, is not there. */
const READ = new Set(['webset', 'node', 'nodes', 'service', 'runEvents']);
/** What a share to edit lets change. */
const EDIT = new Set([
  'addCriterion',
  'addEnrichment',
  'addSearch',
  'cancelRun',
  'createView',
  'deleteView',
  'hideRow',
  'importRows',
  'mergeRows',
  'removeCriterion',
  'removeEnrichment',
  'renameWebset',
  'resumeImport',
  'reviewRow',
  'reviewTitle',
  'reviewValue',
  'reviewVerdict',
  'setWebsetSources',
  'showRow',
  'splitRows',
  'startRun',
  'updateCriterion',
  'updateEnrichment',
  'updateView',
]);

/** Whether a root field is there for who comes by a share. */
const isThere = (name: string, access: 'read' | 'edit') => READ.has(name) || (access === 'edit' && EDIT.has(name));

/**
 * The schema through a share: root fields that the share does not allow are NOT_FOUND, before arguments are checked, and fields of type
 * UUID return aliases, also of deleted things.
 */
export function guardShares(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) if (isObjectType(type)) hideIds(type);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter((type) => !!type);
  for (const name of [...READ, ...EDIT])
    if (!roots.some((type) => type.getFields()[name])) throw new Error(`${name} is no field of the schema`);
  for (const type of roots) guardFields(type);
  return schema;
}

function hideIds(type: GraphQLObjectType) {
  for (const field of Object.values(type.getFields())) {
    if (getNamedType(field.type).name !== 'UUID') continue;
    const { resolve = defaultFieldResolver } = field;
    field.resolve = (source, args, context: Context, info) => {
      const found = resolve(source, args, context, info);
      return context.viewer.share ? hidden(context.viewer.share, found) : found;
    };
  }
}

function hidden(share: SharedWebset, found: unknown): unknown {
  if (typeof found === 'string') return aliasesOf(share).of(found);
  if (Array.isArray(found)) return found.map((id) => hidden(share, id));
  return found instanceof Promise ? found.then((id) => hidden(share, id)) : found;
}

function guardFields(type: GraphQLObjectType) {
  for (const [name, field] of Object.entries(type.getFields())) {
    const refuse = ({ viewer: { share } }: Context) => {
      if (share && !isThere(name, share.access)) throw shareNotFound();
    };
    const { resolve = defaultFieldResolver, subscribe } = field;
    field.resolve = (source, args, context, info) => {
      refuse(context);
      return resolve(source, args, context, info);
    };
    if (subscribe)
      field.subscribe = (source, args, context, info) => {
        refuse(context);
        return subscribe(source, args, context, info);
      };
  }
}
