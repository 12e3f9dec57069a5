import type { z } from "zod";
import { type FieldError, Invalid } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";

/** All faults of one input, in words, each with its path as the contract writes it. */
export function invalidFrom(error: z.core.$ZodError): Invalid {
  const faults: FieldError[] = [];
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".");
    if (faults.some((fault) => fault.path === path)) continue;
    faults.push({ path, text: wordsOf(issue) });
  }
  const [first, ...others] = faults;
  if (first === undefined) return Invalid.field("", msg("can't be accepted", "nelze přijmout"));
  return Invalid.fields([first, ...others]);
}

const EXPECTED: Record<string, Message> = {
  string: msg("must be text", "musí být text"),
  number: msg("must be a number", "musí být číslo"),
  int: msg("must be a whole number", "musí být celé číslo"),
  boolean: msg("must be true or false", "musí být true nebo false"),
  object: msg("must be a JSON object", "musí být objekt JSON"),
  array: msg("must be a list", "musí být seznam"),
};

function wordsOf(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return msg("is required", "je povinné");
      if (issue.input === null) return msg("must not be null", "nesmí být null");
      return EXPECTED[issue.expected] ?? msg("has the wrong type", "má chybný typ");
    case "too_small":
      if (issue.origin === "string") return msg("is required", "je povinné");
      return msg(`must be at least ${issue.minimum}`, `musí být nejméně ${issue.minimum}`);
    case "too_big":
      // zod reports whole numbers beyond 2^53-1 as too big
      return msg(`must be at most ${issue.maximum}`, `smí být nejvýše ${issue.maximum}`);
    case "custom":
      return isWords(issue.params?.["words"]) ? issue.params["words"] : msg("is not valid", "není platné");
    default:
      return msg("is not valid", "není platné");
  }
}

function isWords(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "en" in value && "cs" in value;
}
