import { expect, test } from "vitest";
import { isEmailAddress } from "../../src/domain/email-address.ts";

/** A domain of so many characters, 130 to 191. */
const domain = (length: number) => ["a".repeat(63), "b".repeat(63), "c".repeat(length - 128)].join(".");

test.each([
  ["of the most characters", `${"a".repeat(64)}@${domain(189)}`, true],
  ["of one more", `${"a".repeat(64)}@${domain(190)}`, false],
  ["with a name of 64 characters", `${"a".repeat(64)}@example.test`, true],
  ["with a name of 65 characters", `${"a".repeat(65)}@example.test`, false],
  ["with a space in its name", "jan novak@example.test", false],
  ["with a quoted name", '"jan"@example.test', false],
  ["of a domain of one word", "jan@mail", true],
  ["of a domain with an empty label", "jan@example..test", false],
  ["without a name", "@example.test", false],
])("an address %s is one, or not", (_, address, expected) => {
  expect(isEmailAddress(address)).toBe(expected);
});
