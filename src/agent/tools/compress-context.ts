import { type Tool, type ToolEnd, told } from '../tool.ts';

const empty: ToolEnd = {
  output: 'The summary is empty: nothing of what you know would be left. Write it down.',
  isError: true,
  carriedOut: true,
};

/** Puts a summary of the model's own in place of the conversation so far. Offered when the context is nearly used up. */
export const compressContextTool: Tool = {
  declaration: {
    name: 'compress_context',
    description:
      'The context is nearly used up. Write down all that you need to go on: the task as it was given and everything said about it since, what is done, ' +
      'what you found out (names, values, paths), what is left, what not to do again. The conversation goes on from the task and this text alone.',
    parameters: {
      type: 'object',
      properties: { summary: { type: 'string', minLength: 1 } },
      required: ['summary'],
      additionalProperties: false,
    },
  },
  perform: async ({ summary }) =>
    String(summary).trim() === '' ? empty : { ...told('The conversation goes on from your summary.'), summary: String(summary) },
};
