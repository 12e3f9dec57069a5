import type { z } from "zod";
import { type FieldError, Invalid } from "../../domain/errors.ts";
import { isMessage, type Message, msg } from "../../domain/message.ts";

/** Converts the validation errors of an input to an error of the domain. */
export function invalidFrom(error: z.core.$ZodError): Invalid {
  const [first, ...others] = fieldErrorsOf(error);
  if (first === undefined) return Invalid.field("", msg("can't be accepted"));
  return Invalid.fields([first, ...others]);
}

/** The validation errors of an input as field errors, one for each path. */
export function fieldErrorsOf(error: z.core.$ZodError): FieldError[] {
  const errors: FieldError[] = [];
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".");
    if (errors.some((existing) => existing.path === path)) continue;
    errors.push({ path, text: messageOf(issue) });
  }
  return errors;
}

const EXPECTED: Record<string, Message> = {
  string: msg("must be text"),
  number: msg("must be a number"),
  int: msg("must be a whole number"),
  boolean: msg("must be true or false"),
  object: msg("must be a JSON object"),
  array: msg("must be a list"),
};

function messageOf(issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return msg("is required");
      if (issue.input === null) return msg("must not be null");
      return EXPECTED[issue.expected] ?? msg("has the wrong type");
    case "too_small":
      if (issue.origin === "string") return msg("is required");
      return msg("must be at least {minimum}", {
        minimum: Number(issue.minimum),
      });
    case "too_big":
      // zod reports integers above 2^53-1 as too big.
      return msg("must be at most {maximum}", {
        maximum: Number(issue.maximum),
      });
    case "custom":
      return isMessage(issue.params?.["message"]) ? issue.params["message"] : msg("is not valid");
    default:
      return msg("is not valid");
  }
}
