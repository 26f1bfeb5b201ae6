import { expect, test } from 'vitest';
import { genaiPrices } from '../../src/adapters/prices/genai/genai-prices.ts';
import type { BilledModel } from '../../src/ports/prices.ts';

const prices = genaiPrices();
const none = { input: 0, cachedInput: 0, output: 0 };
const million = { input: 1_000_000, cachedInput: 0, output: 1_000_000 };
const openai = { provider: 'openai' };

test.each<[string, BilledModel]>([
  ['a provider by its name', { name: 'gpt-4o', from: openai }],
  ['a provider by its address', { name: 'gpt-4o', from: { endpoint: 'https://api.openai.com/v1' } }],
  ['a dated name', { name: 'gpt-4o-2024-08-06', from: openai }],
])('%s has its prices: $2.50 and $10 for a million tokens in and out', (_, model) => {
  expect(prices.nanoUsdOf(model, million)).toBe(12_500_000_000);
});

test('tokens from the cache cost what the provider takes for them, and are part of the input', () => {
  const model = { name: 'gpt-4o', from: openai };
  expect(prices.nanoUsdOf(model, { input: 1000, cachedInput: 800, output: 0 })).toBe(200 * 2500 + 800 * 1250);
});

test('more tokens from the cache than there were at all are as many as there were', () => {
  const model = { name: 'gpt-4o', from: openai };
  expect(prices.nanoUsdOf(model, { input: 10, cachedInput: 20, output: 0 })).toBe(10 * 1250);
});

test('with no tokens a known model costs nothing, which tells that it is known', () => {
  expect(prices.nanoUsdOf({ name: 'gpt-4o', from: openai }, none)).toBe(0);
});

test.each<[string, BilledModel]>([
  ['a model that the list does not have', { name: 'qwen3:32b', from: openai }],
  ['a name of JavaScript', { name: '__proto__', from: openai }],
  ['no name', { name: '', from: openai }],
  ['a provider that the list does not have', { name: 'gpt-4o', from: { provider: 'nobody' } }],
  ['a known name on this machine', { name: 'gpt-4o', from: { endpoint: 'http://localhost:11434/v1' } }],
  ['a known name behind a gateway', { name: 'gpt-4o', from: { endpoint: 'https://gateway.example.com/v1' } }],
  ['a model that is billed by the picture', { name: 'dall-e-3', from: openai }],
])('%s is unpriced, never free', (_, model) => {
  expect(prices.nanoUsdOf(model, million)).toBeNull();
});
