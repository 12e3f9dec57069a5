import { ExpectedError } from "../errors/error-queue.ts";

/** Thrown when no response came, or one that means "later". The outcome of the request is unknown. */
export class ServerUnreachable extends ExpectedError {
  /** Seconds to wait, from a 503 response; null: not given. */
  readonly retryAfter: number | null;
  /** The path of the job that does the requested work. The job continues when the server is available again. */
  readonly job: string | null;

  constructor(message: string, retryAfter: number | null = null, job: string | null = null) {
    super(message);
    this.retryAfter = retryAfter;
    this.job = job;
  }
}

/** What the user wants is possible only with the server. `message` is a sentence for the user, in the current language. */
export class NeedsServer extends ServerUnreachable {}

/**
 * Thrown when the server rejects a request. `message` is a sentence for the user, in the current language.
 */
export class ApiError extends ExpectedError {
  readonly status: number;
  readonly errors: readonly FieldError[];
  /** Seconds, with 429. */
  readonly retryAfter: number | null;
  /** The token is not valid. A 401 for another reason has no `WWW-Authenticate`. */
  readonly isBadToken: boolean;
  /** The PIN has to be entered again for this (403 with the reason `recentLogin`). */
  readonly needsRecentLogin: boolean;
  /** A submission token does not deliver this (403 with the reason `notQueued`). */
  readonly isNotQueued: boolean;
  /** An Admin has to confirm the device after a restore (403 with the reason `unconfirmed`). */
  readonly isUnconfirmed: boolean;
  /**
   * The page was loaded over plain HTTP, and the server accepts HTTPS only (403 with the reason
   * `httpsRequired`).
   */
  readonly needsHttps: boolean;
  /**
   * The second step that the login requires (401 with the reason `secondFactor` or `secondFactorSetup`);
   * null: none.
   */
  readonly secondStep: SecondStep | null;
  /** The ticket has expired. The login starts again. */
  readonly isTicketExpired: boolean;

  constructor(status: number, problem: Problem, headers: Headers) {
    super(problem.message ?? `HTTP ${status}`);
    this.status = status;
    this.errors = problem.errors ?? [];
    this.retryAfter = secondsOf(headers);
    this.isUnconfirmed = problem.reason === "unconfirmed";
    this.isNotQueued = problem.reason === "notQueued";
    this.needsRecentLogin = problem.reason === "recentLogin";
    this.needsHttps = problem.reason === "httpsRequired";
    this.secondStep = secondStepOf(problem);
    this.isTicketExpired = problem.reason === "ticketExpired";
    this.isBadToken = status === 401 && headers.has("WWW-Authenticate");
  }
}

/** The second step of a login. */
export interface SecondStep {
  /** Identifies the first step. */
  readonly ticket: string;
  /** The accepted second factors; empty where one must be set up first. */
  readonly offers: readonly string[];
  readonly isSetUp: boolean;
}

function secondStepOf({ ticket, offers = [], reason }: Problem): SecondStep | null {
  return ticket === undefined ? null : { ticket, offers, isSetUp: reason === "secondFactorSetup" };
}

/** An error of one field. */
interface FieldError {
  readonly path: string;
  readonly message: string;
  /** In a label template: the line with the error, from 1. */
  readonly line?: number;
}

/** The body of a rejected request. */
export interface Problem {
  readonly message?: string;
  readonly reason?: string;
  readonly httpsAddress?: string | null;
  readonly ticket?: string;
  readonly offers?: readonly string[];
  readonly errors?: readonly FieldError[];
}

export function secondsOf(headers: Headers): number | null {
  const value = Number(headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}
