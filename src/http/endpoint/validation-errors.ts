import type { z } from "zod";
import { type Fault, Invalid } from "../../domain/errors.ts";
import { say, type Words } from "../../domain/message.ts";

/** All faults of one input, in words, each with its path as the contract writes it. */
export function faultsOf(error: z.core.$ZodError): Invalid {
  const faults: Fault[] = [];
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".");
    if (faults.some((fault) => fault.path === path)) continue;
    faults.push({ path, words: wordsOf(issue) });
  }
  const [first, ...others] = faults;
  if (first === undefined) return Invalid.field("", say("can't be accepted", "nelze přijmout"));
  return Invalid.fields([first, ...others]);
}

const EXPECTED: Record<string, Words> = {
  string: say("must be text", "musí být text"),
  number: say("must be a number", "musí být číslo"),
  int: say("must be a whole number", "musí být celé číslo"),
  boolean: say("must be true or false", "musí být true nebo false"),
  object: say("must be a JSON object", "musí být objekt JSON"),
  array: say("must be a list", "musí být seznam"),
};

function wordsOf(issue: z.core.$ZodIssue): Words {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return say("is required", "je povinné");
      if (issue.input === null) return say("must not be null", "nesmí být null");
      return EXPECTED[issue.expected] ?? say("has the wrong type", "má chybný typ");
    case "too_small":
      if (issue.origin === "string") return say("is required", "je povinné");
      return say(`must be at least ${issue.minimum}`, `musí být nejméně ${issue.minimum}`);
    case "too_big":
      // zod reports whole numbers beyond 2^53-1 as too big
      return say(`must be at most ${issue.maximum}`, `smí být nejvýše ${issue.maximum}`);
    case "custom":
      return isWords(issue.params?.["words"]) ? issue.params["words"] : say("is not valid", "není platné");
    default:
      return say("is not valid", "není platné");
  }
}

function isWords(value: unknown): value is Words {
  return typeof value === "object" && value !== null && "en" in value && "cs" in value;
}
