/** What the items cost together, in cents. */
export function total(items) {
  let sum = 0;
  for (const { price } of items) sum += price;
  return sum;
}

/** Shipping in cents: free from 50.00 on. */
export function shipping(sum) {
  return sum > 5000 ? 0 : 490;
}

/** An amount of cents as it is printed: "4.90". */
export function printed(cents) {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
