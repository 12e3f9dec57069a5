import { englishText, type Message, msg } from "./message.ts";

/** An error of one field. `path` is in the contract's spelling, `""` for the whole body. */
export interface FieldError {
  readonly path: string;
  readonly text: Message;
  /** Line of a multi-line text, from 1. */
  readonly line?: number;
  /** Row of a table and header of the column; null: the whole row. */
  readonly cell?: { readonly row: number; readonly column: string | null };
}

/** An error of the domain rules. The request pipeline maps it to a status (http/pipeline/error-response.ts). */
export abstract class DomainError extends Error {
  readonly text: Message;
  readonly fieldErrors: readonly FieldError[];

  constructor(text: Message, fieldErrors: readonly FieldError[] = []) {
    super(englishText(text));
    this.name = new.target.name;
    this.text = text;
    this.fieldErrors = fieldErrors;
  }
}

/** A value is not valid. `Invalid.field("price", …)` names the field. */
export class Invalid extends DomainError {
  static field(path: string, text: Message): Invalid {
    return Invalid.fields([{ path, text }]);
  }

  /** All errors of one input. The message is that of the first. */
  static fields(errors: readonly [FieldError, ...FieldError[]]): Invalid {
    const [first] = errors;
    return new Invalid(sentenceOf(first), errors);
  }

  /** Why it is not valid: the text of the first field error, else its own. */
  get reason(): Message {
    return this.fieldErrors[0]?.text ?? this.text;
  }
}

/** Throws Invalid with all errors of one input, if there are any. */
export function assertNoErrors(errors: readonly FieldError[]): void {
  const [first, ...others] = errors;
  if (first !== undefined) throw Invalid.fields([first, ...others]);
}

/** The text of a field error as a sentence. The field name is added as its subject unless the text is a sentence already. */
function sentenceOf({ path, text }: FieldError): Message {
  if (isSentence(text)) return text;
  return path === ""
    ? msg("The body {error}.", { error: text })
    : msg('"{path}" {error}.', { path, error: text });
}

/** True if the text is a sentence of its own, false if it continues a subject: `is required`. */
export function isSentence(text: Message): boolean {
  return /^\p{Lu}/u.test(englishText(text));
}

/** The request is valid, but the state of the record does not permit it. */
export class WrongState extends DomainError {}

/** The request is not authenticated, or a secret is wrong. `isBearer`: the request's token is missing or not valid. */
export class Unauthenticated extends DomainError {
  readonly isBearer: boolean;

  constructor(text: Message, isBearer = false) {
    super(text);
    this.isBearer = isBearer;
  }
}

/** Kinds of second factors. */
export type SecondFactorKind = "totp" | "passkey" | "recoveryCode";

/** Data for the second step of a login. */
interface SecondStep {
  /** `secondFactor`: verify one of `offers`. `secondFactorSetup`: set up a second factor first. */
  readonly reason: "secondFactor" | "secondFactorSetup";
  /** Proves the first step; valid once. */
  readonly ticket: string;
  readonly expiresAt: string;
  readonly offers: readonly SecondFactorKind[];
}

/** The first step of a login has succeeded; the second one is required. */
export class SecondFactorNeeded extends Unauthenticated {
  readonly next: SecondStep;

  constructor(text: Message, next: SecondStep) {
    super(text);
    this.next = next;
  }
}

/** The second step of a login was too late: the login must be repeated. */
export class TicketExpired extends Unauthenticated {
  constructor() {
    super(msg("This login took too long. Enter your user name and password again."));
  }
}

/**
 * `recentLogin`: enter the PIN or password again; `unconfirmed`: an Admin must confirm the device after a restore;
 * `secondFactor`: a two-step login is required; `httpsRequired`: the request came over plain HTTP; `notQueued`: a submission
 * token does not deliver this.
 */
type ForbiddenReason = "recentLogin" | "unconfirmed" | "secondFactor" | "httpsRequired" | "notQueued";

/** The principal has no permission. `reason`: code for clients that can handle the error. */
export class Forbidden extends DomainError {
  readonly reason: ForbiddenReason | null;

  constructor(text: Message = msg("Your role does not permit this."), reason: ForbiddenReason | null = null) {
    super(text);
    this.reason = reason;
  }
}

/** The request came over plain HTTP from another host, where HTTPS is required. */
export class HttpsRequired extends Forbidden {
  /** The HTTPS address for the request; null: HTTPS is off. */
  readonly address: string | null;

  constructor(address: string | null) {
    super(
      address === null
        ? msg("This server accepts HTTPS only, but HTTPS is off. Ask an administrator to set Https:Port.")
        : msg("This server accepts HTTPS only: {address}", {
            address,
          }),
      "httpsRequired",
    );
    this.address = address;
  }
}

/** The record does not exist, is deleted, or belongs to another tenant. */
export class NotFound extends DomainError {
  constructor(text: Message = msg("Record not found.")) {
    super(text);
  }
}

/** What a look-up has found. Throws NotFound where it is nothing. */
export function orNotFound<T>(found: T | null | undefined, text?: Message): T {
  if (found === null || found === undefined) throw new NotFound(text);
  return found;
}

/** A unique value is already in use. */
export class Conflict extends DomainError {}

/** The record has changed since the client read it (If-Match). */
export class PreconditionFailed extends DomainError {
  constructor(
    text: Message = msg(
      "Somebody else changed this record in the meantime. Reload it and repeat your change.",
    ),
  ) {
    super(text);
  }
}

/** The body is larger than permitted. */
export class TooLarge extends DomainError {}

/** The body does not arrive in time. */
export class TooSlow extends DomainError {}

/** The endpoint does not support the content type. */
export class UnsupportedType extends DomainError {}

const joinWithOr = (methods: readonly string[]): Message | string =>
  methods.length < 2
    ? methods.join("")
    : msg("{list} or {last}", {
        list: methods.slice(0, -1),
        last: methods[methods.length - 1] ?? "",
      });

/** The path does not support the method. `allow`: the supported methods. */
export class WrongMethod extends DomainError {
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super(
      msg("Method not allowed. Use {methods}.", {
        methods: joinWithOr(allow),
      }),
    );
    this.allow = allow;
  }
}

/** Too many wrong attempts, or an exhausted quota. The request may be repeated after `retryAfter` seconds. */
export class TooManyRequests extends DomainError {
  readonly retryAfter: number;

  constructor(
    retryAfter: number,
    text: Message = msg("Too many wrong attempts. Try again in {retryAfter} s.", { retryAfter }),
  ) {
    super(text);
    this.retryAfter = retryAfter;
  }
}

/** The PIN is locked after too many wrong attempts. A login with the password, or an Admin, unlocks it. */
export class PinLocked extends TooManyRequests {
  constructor() {
    super(
      15 * 60,
      msg(
        "This PIN is locked after too many wrong attempts. Log in with the password, or ask an administrator to unlock it.",
      ),
    );
  }
}

/** The password is locked for callers of this kind after too many wrong ones. */
export class PasswordLocked extends TooManyRequests {
  constructor() {
    super(
      15 * 60,
      msg(
        "This login is locked after too many wrong passwords. Log in where you usually do, or ask an administrator to unlock it.",
      ),
    );
  }
}

/** Two-step login is locked after too many wrong attempts. An Admin unlocks it. */
export class SecondFactorLocked extends TooManyRequests {
  constructor() {
    super(
      15 * 60,
      msg("Two-step login is locked after too many wrong attempts. Ask an administrator to unlock it."),
    );
  }
}

/** Temporarily unavailable (start, stop, full disk). The request may be repeated after `retryAfter` seconds. */
export class Unavailable extends DomainError {
  readonly retryAfter: number;
  /** The failure of the server that is the cause, to be logged; null: there is none. */
  readonly failure: Error | null;

  constructor(text: Message, retryAfter: number, failure: Error | null = null) {
    super(text);
    this.retryAfter = retryAfter;
    this.failure = failure;
  }
}

/** Another system that this request needs does not answer, or refuses. This server works. */
export class OtherSystemFailed extends DomainError {}

/** The server is not ready. `report`: the state of each part. */
export class NotReady extends Unavailable {
  readonly report: object;

  constructor(text: Message, retryAfter: number, report: object) {
    super(text, retryAfter);
    this.report = report;
  }
}
