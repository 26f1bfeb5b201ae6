import type { ModelMessage, ToolCall } from '../../../core/model/conversation.ts';
import { digestOf } from '../../../core/model/digest.ts';
import { recordOf } from '../../../core/model/untrusted-json.ts';
import type { ModelRequest } from '../../../ports/model.ts';
import { type Part, partsOf } from './opaque.ts';
import type { CallOptions, Prompt, Provider, ProviderData } from './provider.ts';
import { hasPlainRoot, type OfferedTools, parsedJson } from './tools.ts';

type PromptMessage = Prompt[number];
type FunctionTool = Extract<NonNullable<CallOptions['tools']>[number], { type: 'function' }>;
type AssistantPart = Extract<PromptMessage, { role: 'assistant' }>['content'][number];

/** The request as the SDK takes it, static text first: the tools, the system text, then the messages. `by` as for `partsOf`. */
export function callOptionsOf(request: ModelRequest, tools: OfferedTools, provider: Provider, by: string): CallOptions {
  const { cached } = provider.options;
  const instruction = hasSchemaToSay(request)
    ? `\n\nReply with one JSON value and nothing else. Its JSON Schema: ${JSON.stringify(request.replySchema)}`
    : '';
  const system = `${request.system}${instruction}`;
  const messages = request.messages.map((message) => promptMessageOf(message, tools, by));
  const last = messages.at(-1);
  if (last !== undefined) messages[messages.length - 1] = withData(last, cached);
  const declared = tools.offered.map(({ name, description, parameters }, at) => ({
    type: 'function' as const,
    name,
    description,
    inputSchema: parameters as FunctionTool['inputSchema'],
    ...(cached !== undefined && at === tools.offered.length - 1 ? { providerOptions: cached } : {}),
  }));
  const options = provider.options.request(digestOf(JSON.stringify([tools.offered, system])));
  return {
    prompt: [...(system.trim() === '' ? [] : [withData({ role: 'system', content: system }, cached)]), ...messages],
    includeRawChunks: true,
    ...(declared.length === 0 ? {} : { tools: declared, toolChoice: { type: request.toolChoice } }),
    ...(request.maxOutputTokens === null ? {} : { maxOutputTokens: request.maxOutputTokens }),
    ...(request.replySchema === null || instruction !== '' ? {} : { responseFormat: responseFormatOf(request) }),
    ...(options === undefined ? {} : { providerOptions: options }),
  };
}

/** Providers take the schema of an object only; any other is told to the model. */
const hasSchemaToSay = ({ replySchema }: ModelRequest): boolean => replySchema !== null && !hasPlainRoot(replySchema);

const responseFormatOf = ({ replySchema }: ModelRequest): NonNullable<CallOptions['responseFormat']> =>
  ({ type: 'json', schema: replySchema, name: 'reply' }) as NonNullable<CallOptions['responseFormat']>;

const withData = <M extends PromptMessage>(message: M, data: ProviderData | undefined): M =>
  data === undefined ? message : { ...message, providerOptions: data };

function promptMessageOf(message: ModelMessage, tools: OfferedTools, by: string): PromptMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: said(message.text) }] };
    case 'assistant':
      return { role: 'assistant', content: assistantPartsOf(message, tools, by) };
    case 'tool':
      return {
        role: 'tool',
        content: message.results.map(({ id, name, text, isError }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: tools.aliasOf(name),
          output: { type: isError ? 'error-text' : 'text', value: text },
        })),
      };
  }
}

function assistantPartsOf(message: Extract<ModelMessage, { role: 'assistant' }>, tools: OfferedTools, by: string): AssistantPart[] {
  const parts = partsOf(message, by).flatMap((part) => assistantPartOf(part, message.calls, tools));
  const isEmpty = parts.every(({ type }) => type === 'reasoning');
  return isEmpty ? [...parts, { type: 'text', text: said('') }] : parts;
}

function assistantPartOf(part: Part, calls: readonly ToolCall[], tools: OfferedTools): AssistantPart[] {
  const data = part.data === null ? {} : { providerOptions: part.data };
  if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text, ...data }];
  // No provider takes an empty text; one that is signed is a place in the answer.
  if (part.type === 'text') return part.text.trim() === '' && part.data === null ? [] : [{ type: 'text', text: part.text, ...data }];
  const call = calls.find(({ id }) => id === part.id) as ToolCall;
  const input = inputOf(call.arguments, tools.isWrapped(call.name));
  return [{ type: 'tool-call', toolCallId: call.id, toolName: tools.aliasOf(call.name), input, ...data }];
}

/**
 * Providers take an object only. What the model wrote otherwise, cut off or no JSON, is told back to it as it was: `{}` in its place would
 * be a call that it never made.
 */
function inputOf(text: string, isWrapped: boolean): unknown {
  const value = parsedJson(text);
  if (value === undefined) return { unreadable_arguments: text };
  if (isWrapped) return { input: value };
  return recordOf(value) ?? { unreadable_arguments: text };
}

/** "text content blocks must be non-empty", says a provider of the whole conversation; so they are not. */
const said = (text: string): string => (text.trim() === '' ? '(nothing)' : text);
