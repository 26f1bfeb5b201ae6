import { printed, shipping, total } from './cart.js';

const cases = [
  [
    'one of each costs the sum of the prices',
    () =>
      total([
        { price: 250, quantity: 1 },
        { price: 990, quantity: 1 },
      ]),
    1240,
  ],
  ['three of a kind cost three times the price', () => total([{ price: 250, quantity: 3 }]), 750],
  ['shipping below 50.00 costs 4.90', () => shipping(4999), 490],
  ['shipping is free from 50.00 on', () => shipping(5000), 0],
  ['an amount is printed with two places', () => printed(490), '4.90'],
  ['a large amount too', () => printed(120050), '1200.50'],
];

let failing = 0;
for (const [name, actual, expected] of cases) {
  const got = actual();
  if (got !== expected) failing += 1;
  console.log(got === expected ? `ok      ${name}` : `NOT OK  ${name}: expected ${expected}, got ${got}`);
}
console.log(`${failing} of ${cases.length} tests fail`);
process.exitCode = failing === 0 ? 0 : 1;
