import { type Message, msg } from "./message.ts";

/** What is wrong with one field: `path` as the contract writes it (`""` for the body as a whole). */
export interface FieldError {
  readonly path: string;
  readonly text: Message;
  /** Of a text of many lines the one that is at fault, from 1 on. */
  readonly line?: number;
  /** Of a table, the row and the header of the column; null: the row as a whole. */
  readonly cell?: { readonly row: number; readonly column: string | null };
}

/** Everything the domain may answer instead of a result. The edge alone knows which status each one is. */
export abstract class DomainError extends Error {
  readonly text: Message;
  readonly fieldErrors: readonly FieldError[];

  constructor(words: Message, faults: readonly FieldError[] = []) {
    super(words.en);
    this.name = new.target.name;
    this.text = words;
    this.fieldErrors = faults;
  }
}

/** A value that can't be accepted. `Invalid.field("price", …)` names the field at fault. */
export class Invalid extends DomainError {
  static field(path: string, words: Message): Invalid {
    return Invalid.fields([{ path, text: words }]);
  }

  /** All faults of one input at once; the message tells the first. */
  static fields(faults: readonly [FieldError, ...FieldError[]]): Invalid {
    const [first] = faults;
    return new Invalid(sentenceOf(first), faults);
  }
}

/** The words of a fault as a sentence: with their subject, unless they are one already. */
function sentenceOf({ path, text: { en, cs } }: FieldError): Message {
  if (/^\p{Lu}/u.test(en)) return msg(en, cs);
  return path === "" ? msg(`The body ${en}.`, `Tělo ${cs}.`) : msg(`"${path}" ${en}.`, `„${path}“ ${cs}.`);
}

/** Well-formed, but the record is in a state that does not permit it. */
export class WrongState extends DomainError {}

/** Nobody known is asking, or the secret is wrong. `isBearer`: it is the request's own token that is missing or bad. */
export class Unauthenticated extends DomainError {
  readonly isBearer: boolean;

  constructor(words: Message, isBearer = false) {
    super(words);
    this.isBearer = isBearer;
  }
}

/** What the second step of a login takes. */
export type SecondFactorKind = "totp" | "passkey" | "recoveryCode";

/** What a client needs for the second step of a login. */
export interface SecondStep {
  /** `secondFactor`: prove one of `offers`. `secondFactorSetup`: set up a second factor first. */
  readonly reason: "secondFactor" | "secondFactorSetup";
  /** Stands for the first step, once. */
  readonly ticket: string;
  readonly expiresAt: string;
  readonly offers: readonly SecondFactorKind[];
}

/** The first step of a login was right; the second is to come. */
export class SecondFactorNeeded extends Unauthenticated {
  readonly next: SecondStep;

  constructor(words: Message, next: SecondStep) {
    super(words);
    this.next = next;
  }
}

/** The second step of a login came too late: the login begins anew. */
export class TicketExpired extends Unauthenticated {
  constructor() {
    super(
      msg(
        "This login took too long. Enter your user name and password again.",
        "Přihlášení trvalo příliš dlouho. Zadejte znovu uživatelské jméno a heslo.",
      ),
    );
  }
}

/**
 * `recentLogin`: enter the PIN or password again; `unconfirmed`: an Admin has to confirm the device after a restore;
 * `secondFactor`: log in in two steps; `httpsRequired`: the request came over plain HTTP.
 */
export type ForbiddenReason = "recentLogin" | "unconfirmed" | "secondFactor" | "httpsRequired";

/** Known, but the role may not. `reason`: for the client, where it can do something about it. */
export class Forbidden extends DomainError {
  readonly reason: ForbiddenReason | null;

  constructor(
    words: Message = msg("Your role does not permit this.", "Vaše role to nedovoluje."),
    reason: ForbiddenReason | null = null,
  ) {
    super(words);
    this.reason = reason;
  }
}

/** The request came over plain HTTP from another host, where HTTPS is required. */
export class HttpsRequired extends Forbidden {
  /** Where to send it instead; null: HTTPS is off. */
  readonly address: string | null;

  constructor(address: string | null) {
    super(
      address === null
        ? msg(
            "This server accepts HTTPS only, but HTTPS is off. Ask an administrator to set Https:Port.",
            "Tento server přijímá jen HTTPS, ale HTTPS je vypnuté. Požádejte správce o nastavení Https:Port.",
          )
        : msg(`This server accepts HTTPS only: ${address}`, `Tento server přijímá jen HTTPS: ${address}`),
      "httpsRequired",
    );
    this.address = address;
  }
}

/** Absent, deleted, or another tenant's. */
export class NotFound extends DomainError {
  constructor(words: Message = msg("There is no such record.", "Takový záznam neexistuje.")) {
    super(words);
  }
}

/** A value that must be unique is taken. */
export class Conflict extends DomainError {}

/** The record was changed since the caller read it (If-Match). */
export class PreconditionFailed extends DomainError {
  constructor(
    words: Message = msg(
      "Somebody else changed this record in the meantime. Reload it and repeat your change.",
      "Záznam mezitím někdo změnil. Načtěte jej znovu a změnu zopakujte.",
    ),
  ) {
    super(words);
  }
}

/** More than the box takes. */
export class TooLarge extends DomainError {}

/** The request does not arrive in time. */
export class TooSlow extends DomainError {}

/** A kind of content that the endpoint does not take. */
export class UnsupportedType extends DomainError {}

const orOf = (methods: readonly string[], or: string) =>
  methods.length < 2
    ? methods.join("")
    : `${methods.slice(0, -1).join(", ")} ${or} ${methods[methods.length - 1]}`;

/** The path exists, the method does not; `allow` lists those that do. */
export class WrongMethod extends DomainError {
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super(
      msg(
        `Method not allowed. Use ${orOf(allow, "or")}.`,
        `Metoda není povolena. Použijte ${orOf(allow, "nebo")}.`,
      ),
    );
    this.allow = allow;
  }
}

/** Too many wrong guesses, or a share that is used up; may be tried again after `retryAfter` seconds. */
export class TooManyRequests extends DomainError {
  readonly retryAfter: number;

  constructor(
    retryAfter: number,
    words: Message = msg(
      `Too many wrong attempts. Try again in ${retryAfter} s.`,
      `Příliš mnoho chybných pokusů. Zkuste to znovu za ${retryAfter} s.`,
    ),
  ) {
    super(words);
    this.retryAfter = retryAfter;
  }
}

/** Too many wrong PINs without a right one: no PIN is looked at until the user's password or an Admin frees it. */
export class PinLocked extends TooManyRequests {
  constructor() {
    super(
      15 * 60,
      msg(
        "This PIN is locked after too many wrong attempts. Log in with the password, or ask an administrator to unlock it.",
        "Tento PIN je po mnoha chybných pokusech zamčený. Přihlaste se heslem, nebo požádejte správce o odemčení.",
      ),
    );
  }
}

/** Too many wrong second factors without a right one: none is looked at until an Admin frees it. */
export class SecondFactorLocked extends TooManyRequests {
  constructor() {
    super(
      15 * 60,
      msg(
        "Two-step login is locked after too many wrong attempts. Ask an administrator to unlock it.",
        "Dvoufázové přihlášení je po mnoha chybných pokusech zamčené. Požádejte správce o odemčení.",
      ),
    );
  }
}

/** The box can't do it now (starting, stopping, disk full); may be tried again after `retryAfter` seconds. */
export class Unavailable extends DomainError {
  readonly retryAfter: number;

  constructor(words: Message, retryAfter: number) {
    super(words);
    this.retryAfter = retryAfter;
  }
}

/** The box is not ready: as Unavailable, with what there is to say of each of its parts. */
export class NotReady extends Unavailable {
  readonly report: object;

  constructor(words: Message, retryAfter: number, report: object) {
    super(words, retryAfter);
    this.report = report;
  }
}
