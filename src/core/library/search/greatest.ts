/**
 * The `rank`th greatest of some numbers, the smallest where there are fewer, Infinity where there are none or rank is 0. Reorders `numbers`. Takes
 * time in proportion to how many there are (quickselect): sorting 10 000 scores took longer than adding them up.
 */
export function greatest(numbers: Float64Array, rank: number): number {
  if (numbers.length === 0 || rank === 0) return Number.POSITIVE_INFINITY;
  const wanted = Math.max(0, numbers.length - rank);
  let [from, end] = [0, numbers.length - 1];
  while (from < end) {
    const pivot = numbers[(from + end) >> 1] as number;
    let [left, right] = [from, end];
    while (left <= right) {
      while ((numbers[left] as number) < pivot) left++;
      while ((numbers[right] as number) > pivot) right--;
      if (left > right) break;
      const swapped = numbers[left] as number;
      numbers[left++] = numbers[right] as number;
      numbers[right--] = swapped;
    }
    if (wanted <= right) end = right;
    else if (wanted >= left) from = left;
    else break;
  }
  return numbers[wanted] as number;
}
