/** True for values with the same JSON. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
