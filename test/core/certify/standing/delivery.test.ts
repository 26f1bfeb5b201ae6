import { expect, test } from 'vitest';
import { type Delivery, type Due, deliveryOf, obstacles } from '../../../../src/core/certify/standing/delivery.ts';
import { keyDraw } from '../../../../src/core/certify/standing/key-draw.ts';
import { type Standing, unproven } from '../../../../src/core/certify/standing/standing.ts';
import { levels } from '../../../../src/core/certify/standing/standing-change.ts';
import { standingSettings } from '../../../../src/core/certify/standing/standing-settings.ts';

const at = (level: Standing['level'], due: Partial<Due> = {}, more: Partial<Standing> = {}): Delivery =>
  deliveryOf({ ...unproven, level, ...more }, { key: 'due:1', nowMs: 0, obstacle: null, mayAudit: true, ...due }, standingSettings);
const keys = Array.from({ length: 4000 }, (_, number) => `t-1 due:${1_790_000_000_000 + number * 3_600_000}`);

test.each<[Standing['level'], Delivery]>([
  ['none', { how: 'agent', shadow: false, because: 'no_candidate' }],
  ['candidate', { how: 'agent', shadow: false, because: 'not_proven' }],
  ['shadow', { how: 'agent', shadow: true, because: 'not_proven' }],
  ['suspended', { how: 'agent', shadow: false, because: 'suspended' }],
  ['revoked', { how: 'agent', shadow: false, because: 'revoked' }],
])('at %s the agent delivers', (level, delivery) => {
  expect(at(level)).toEqual(delivery);
});

test('a canary delivers one occurrence in four, and the code is in the shadow of the others', () => {
  const deliveries = keys.map((key) => at('canary', { key }));
  const share = deliveries.filter(({ how }) => how === 'canary').length / keys.length;
  expect(share).toBeGreaterThan(0.22);
  expect(share).toBeLessThan(0.28);
  expect(deliveries.find(({ how }) => how !== 'canary')).toEqual({ how: 'agent', shadow: true, because: 'not_drawn' });
});

test('one certified occurrence in twenty is audited, and none where that costs too much', () => {
  const audits = (mayAudit: boolean) =>
    keys.filter((key) => {
      const delivery = at('certified', { key, mayAudit });
      return delivery.how === 'certified' && delivery.audit;
    }).length / keys.length;
  expect(audits(true)).toBeGreaterThan(0.04);
  expect(audits(true)).toBeLessThan(0.06);
  expect(audits(false)).toBe(0);
});

test('draws for one purpose say nothing of those for another', () => {
  const both = keys.filter((key) => keyDraw('canary', key) < 0.5 && keyDraw('audit', key) < 0.5).length / keys.length;
  expect(both).toBeGreaterThan(0.22);
  expect(both).toBeLessThan(0.28);
  expect(keyDraw('canary', 'a')).toBe(keyDraw('canary', 'a'));
  for (const key of keys) expect(keyDraw('x', key) >= 0 && keyDraw('x', key) < 1).toBe(true);
});

test.each(obstacles)('%s: the agent does it, with no shadow that would count', (obstacle) => {
  for (const level of ['canary', 'certified'] as const)
    expect(at(level, { obstacle })).toEqual({ how: 'agent', shadow: false, because: obstacle });
  // There is no certificate yet for which it would be one.
  expect(at('shadow', { obstacle })).toEqual({ how: 'agent', shadow: true, because: 'not_proven' });
});

const canaryKey = keys.find((key) => keyDraw('canary', key) < 0.25) as string;

test.each([
  [1, 60_000],
  [2, 120_000],
  [6, 1_920_000],
  [7, 3_600_000],
  [400, 3_600_000],
])('after %i failures of the world in a row nobody tries for %i ms', (failures, waitMs) => {
  const breaker = { failures, lastAtMs: 1000 };
  const hold = { how: 'hold', untilMs: 1000 + waitMs };
  expect(at('certified', { nowMs: 1000 }, { breaker })).toEqual(hold);
  expect(at('canary', { key: canaryKey, nowMs: 999 + waitMs }, { breaker })).toEqual(hold);
  expect(at('certified', { nowMs: 1000 + waitMs }, { breaker }).how).toBe('certified');
  expect(at('canary', { key: canaryKey, nowMs: 1000 + waitMs }, { breaker })).toEqual({ how: 'canary' });
});

test('the breaker holds back nothing that the agent does', () => {
  const breaker = { failures: 3, lastAtMs: 0 };
  for (const level of levels.filter((each) => each !== 'certified' && each !== 'canary'))
    expect(at(level, {}, { breaker }).how).toBe('agent');
  expect(at('certified', { obstacle: 'outside_envelope' }, { breaker }).how).toBe('agent');
});
