import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aiSdkModel } from '../../src/adapters/model/ai-sdk/ai-sdk-model.ts';
import { cassetteModel } from '../../src/adapters/model/cassette/cassette-model.ts';
import { type ScriptedTurn, scriptedModel } from '../../src/adapters/model/scripted/scripted-model.ts';
import { toolAliases } from '../../src/core/model/tool-alias.ts';
import type { Model } from '../../src/ports/model.ts';
import { type ModelSubject, modelContract } from '../../src/testing/model-contract.ts';
import { okValue } from '../../src/testing/ok-value.ts';
import { scratchFolder } from '../scratch.ts';
import { events, json, modelServer, type Reply, silent } from './model-server.ts';
import { settingsAt, type Wire, wires } from './wires.ts';

describe.each(wires.map((wire): [string, Wire] => [wire.provider, wire]))('%s', (_name, wire) => {
  const served = async (reply: Reply): Promise<Model> => aiSdkModel(settingsAt(wire, (await modelServer(reply)).origin));
  modelContract(
    { test, expect },
    {
      answering: (text) => served(events(...wire.text([text]))),
      calling(calls) {
        const aliases = toolAliases(calls.map(({ name }) => name));
        return served(
          events(
            ...wire.calls(calls.map((call, at) => ({ id: `c${at}`, name: aliases.get(call.name) as string, pieces: [call.arguments] }))),
          ),
        );
      },
      failing: () => served(json(wire.refusal(400, 'no'), 400)),
      silent: () => served(silent),
    },
  );
});

const scripted: ModelSubject = {
  answering: async (text) => scriptedModel(twice({ text })),
  calling: async (calls) => scriptedModel(twice({ calls })),
  failing: async () => scriptedModel(twice({ fail: { kind: 'refused', message: 'no' } })),
  silent: async () => scriptedModel(twice({ silent: true })),
};

function twice(turn: ScriptedTurn): ScriptedTurn[] {
  return [turn, turn];
}

describe('scripted', () => modelContract({ test, expect }, scripted));

describe('a model that is recorded', () => {
  const recorded = async (model: Promise<Model>): Promise<Model> =>
    okValue(await cassetteModel({ path: join(scratchFolder(), 'c.jsonl'), model: await model, redact: (text) => text }));
  modelContract(
    { test, expect },
    {
      answering: (text) => recorded(scripted.answering(text)),
      calling: (calls) => recorded(scripted.calling(calls)),
      failing: () => recorded(scripted.failing()),
      silent: () => recorded(scripted.silent()),
    },
  );
});
