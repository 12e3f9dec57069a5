import { z } from "zod";
import { CLIENT_APPS, MAX_MESSAGE, MAX_STACK, SCREEN_ADDRESS } from "../domain/client-errors.ts";
import { msg } from "../domain/message.ts";
import { integer, lines, linesOrNull, moment, oneOf, rule, text } from "../http/endpoint/fields.ts";

const MAX_COUNT = 1_000_000;

/** The fields of a reported error. */
export const reportFields = {
  app: oneOf(CLIENT_APPS),
  version: text(40).describe("version of the client, as in `GET /api/version`"),
  screen: z
    .string()
    .refine(
      ...rule(
        (value: string) => SCREEN_ADDRESS.test(value),
        msg("must be a screen's path of words and numbers"),
      ),
    )
    .nullable()
    .meta({ pattern: SCREEN_ADDRESS.source })
    .describe("path of the screen, such as `/articles/17`; null: the error occurred at the start"),
  message: lines(MAX_MESSAGE).describe(
    "name and message of the error, such as `TypeError: list is undefined`",
  ),
  stack: linesOrNull(MAX_STACK).describe("the places in the scripts"),
  browser: text(200).describe("name and version of the browser"),
  count: integer(1, MAX_COUNT).describe("how often it occurred in this client since its last report"),
  at: moment().describe("when it occurred last, by the client's clock"),
};

/** An error that clients have reported, with its repetitions. */
export const ClientError = z
  .object({
    app: z.enum(CLIENT_APPS),
    version: z.string(),
    screen: z.string().nullable().describe("null: the error occurred at the start"),
    message: z.string(),
    stack: z.string().nullable().describe("of the last report"),
    browser: z.string().describe("of the last report"),
    count: z.int(),
    firstAt: z.iso.datetime(),
    lastAt: z.iso.datetime(),
  })
  .meta({ id: "ClientError" });
export type ClientError = z.output<typeof ClientError>;
