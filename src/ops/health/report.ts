import { z } from "zod";
import { type Message, msg } from "../../domain/message.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { problemShape } from "../../http/openapi/errors.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Clock } from "../../platform/clock.ts";

/** State of each part of the server. A part that was not checked, as during the start, is absent. */
export interface HealthChecks {
  readonly box: "ok" | "starting" | "stopping" | "standby";
  /** stuck: writes do not reach the disk; failing: a read or a write fails. */
  readonly database?: "ok" | "stuck" | "failing";
  /** low: writes are rejected until space is freed; failing: the last write failed. */
  readonly disk?: "ok" | "low" | "failing";
  readonly printing?: "ok" | "failing";
  /** behind: earlier than the last known time, from which time continues. */
  readonly clock: "ok" | "behind";
}

/** Health of the server. With `degraded` it still accepts requests, with `failing` it does not. */
interface HealthReport {
  readonly status: "ok" | "degraded" | "failing";
  readonly checks: HealthChecks;
  /** Problems, the worst first. */
  readonly problems: readonly Message[];
}

/** Messages of a server that does not accept requests yet, or no longer. */
export const UNAVAILABLE_MESSAGES = {
  starting: msg("The server is starting. Try again shortly."),
  stopping: msg("The server is restarting. Try again shortly."),
  standby: msg("This server is a standby. It copies another server, and works only after a promotion."),
};

type ProblemRule = readonly [
  part: keyof HealthChecks,
  state: string,
  status: "degraded" | "failing",
  message: Message,
];

/** All possible problems, the worst first. */
const PROBLEM_RULES: readonly ProblemRule[] = [
  ["box", "starting", "failing", UNAVAILABLE_MESSAGES.starting],
  ["box", "stopping", "failing", UNAVAILABLE_MESSAGES.stopping],
  ["box", "standby", "failing", UNAVAILABLE_MESSAGES.standby],
  ["database", "failing", "failing", msg("The database can't be read or written.")],
  ["database", "stuck", "failing", msg("The disk is not accepting writes.")],
  ["disk", "failing", "failing", msg("The last write to the disk failed.")],
  ["disk", "low", "degraded", msg("The disk is nearly full. Nothing can be saved until space is freed.")],
  ["printing", "failing", "degraded", msg("The print queue is failing. Labels are held.")],
  [
    "clock",
    "behind",
    "degraded",
    msg("The machine's clock is behind. Time continues from the last known time."),
  ],
];

/** Derives the health from the checks. */
export function healthReport(checks: HealthChecks): HealthReport {
  const found = PROBLEM_RULES.filter(([part, state]) => checks[part] === state);
  return {
    status: found[0]?.[2] ?? "ok",
    checks,
    problems: found.map(([, , , message]) => message),
  };
}

const clockState = z
  .enum(["ok", "behind"])
  .describe("behind: the machine's clock is earlier than the last known time");

/** The body of GET /health. */
export const LiveResponse = namedObject("Live", { status: z.literal("ok"), clock: clockState });

/** The response of a running process. */
export function liveness(clock: Clock): z.output<typeof LiveResponse> {
  return { status: "ok", clock: clock.isBehind() ? "behind" : "ok" };
}

const shape = {
  status: z.enum(["ok", "degraded", "failing"]).describe("degraded: requests are accepted; see `problems`"),
  clock: clockState,
  checks: z.object({
    box: z.enum(["ok", "starting", "stopping", "standby"]).describe("standby: it copies another server"),
    database: z.enum(["ok", "stuck", "failing"]).optional(),
    disk: z.enum(["ok", "low", "failing"]).optional(),
    printing: z.enum(["ok", "failing"]).optional(),
    clock: clockState,
  }),
  problems: z.array(z.string()).describe("problems as sentences, the worst first"),
};

/** The body of GET /health/ready, and of its 503. */
export const ReadyResponse = namedObject("Ready", shape);
/** The body of its 503. */
export const NotReadyProblem = problemShape.extend(shape).meta({ id: "NotReadyProblem" });

/** The response for a health report. */
export function healthResponse(
  { status, checks, problems }: HealthReport,
  language: Locale,
): z.output<typeof ReadyResponse> {
  return {
    status,
    clock: checks.clock,
    checks,
    problems: problems.map((message) => textIn(message, language)),
  };
}
