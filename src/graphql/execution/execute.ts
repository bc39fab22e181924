import {
  type ExecutionArgs,
  type ExecutionResult,
  Kind,
  type OperationDefinitionNode,
  type ValidatedExecutionArgs,
  validateExecutionArgs,
  visit,
} from 'graphql';
import type { Answer } from '../../services/answers/memory.ts';
import { inward, outward } from '../share/through.ts';
import { admit } from './admit.ts';
import { compile, spaceOf } from './compile.ts';
import { type Complete, runCompiled } from './compiled-run.ts';

/** The most combinations of `@include` and `@skip` values that one query is compiled for. */
const VARIANTS_MAX = 8;

/** The compiled variants of a query, by the values of its conditions. */
interface Compiled {
  conditions: readonly string[];
  variants: Map<string, Complete | null>;
  space: { fields: number };
}

const compiled = new WeakMap<OperationDefinitionNode, Compiled>();

interface ExecuteContext {
  answer?: Answer;
  trusted?: boolean;
}

/**
 * Executes compiled queries, and everything else by graphql-js' `execute`; `onUncompiled` is called for each such query. Nothing is
 * executed twice, and an answer that is too large is refused as a whole.
 */
export const executeCompiled =
  (execute: (args: ExecutionArgs) => unknown, onUncompiled: () => void) =>
  async (args: ExecutionArgs): Promise<ExecutionResult> => {
    const { answer, trusted = false } = (args.contextValue ?? {}) as ExecuteContext;
    const unmasked = inward(args);
    const found = prepare(unmasked, onUncompiled);
    const result = (await (found ? runCompiled(found.complete, [], found.valid) : execute(unmasked))) as ExecutionResult;
    return admit(args, answer, await outward(args.contextValue, result), trusted);
  };

function prepare(args: ExecutionArgs, onUncompiled: () => void): { complete: Complete; valid: ValidatedExecutionArgs } | null {
  const valid = validateExecutionArgs(args);
  if (!('operation' in valid) || valid.operation.operation !== 'query') return null;
  const complete = compiledFor(valid);
  if (complete) return { complete, valid };
  onUncompiled();
  return null;
}

function compiledFor({ schema, document, operation, variableValues }: ValidatedExecutionArgs): Complete | null {
  const kept = compiled.get(operation) ?? { conditions: conditionsOf(document), variants: new Map(), space: { fields: spaceOf(document) } };
  compiled.set(operation, kept);
  const values = kept.conditions.map((name) => variableValues.coerced[name] === true).join();
  const known = kept.variants.get(values);
  if (known !== undefined) return known;
  if (kept.variants.size >= VARIANTS_MAX) return null;
  const complete = compile(schema, document, operation, variableValues, kept.space);
  kept.variants.set(values, complete);
  return complete;
}

/** The variables that decide what is asked. */
function conditionsOf(document: ExecutionArgs['document']): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: (directive) => {
      for (const { value } of directive.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
