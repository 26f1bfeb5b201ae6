import { cellText } from '../cell-text.ts';
import { calledCellOf } from '../code-cell.ts';
import { interruptedText } from '../recorded-output.ts';
import { type FunctionParts, runFunction } from '../run-function.ts';
import { type Tool, toolFailed } from '../tool.ts';

/** Runs a stored function. */
export const executeFunctionTool = (parts: FunctionParts): Tool => ({
  declaration: {
    name: 'execute_function',
    description: 'Runs a stored function by its name, with its one argument, in a session of its own. Gives its result as JSON.',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1 },
        args: { description: 'the one argument, as the function takes it; default {}' },
      },
      required: ['name'],
      additionalProperties: false,
    },
  },
  async perform(given, { op, requestedAtMs, signal }) {
    const cell = calledCellOf(given, op, requestedAtMs);
    const run = await runFunction(parts, cell, signal);
    if (!run.ok) return toolFailed(run.failure.message);
    if (run.value.how === 'failed') return toolFailed(run.value.failure.message);
    if (run.value.how === 'differs') return { output: interruptedText(run.value.text), isError: true, carriedOut: true };
    const { end } = run.value;
    return { output: parts.effects.clean(cellText('function', end)), isError: !end.outcome.ok, carriedOut: true };
  },
});
