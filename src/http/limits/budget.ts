import { Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Share } from "../../platform/limits.ts";

const RETRY_AFTER_SECONDS = 2;

/** The share of one request in a budget. */
export interface BudgetShare {
  /** Reserves more. Returns false and reserves nothing where the budget or the subject's share is exhausted. */
  tryAdd(amount: number): boolean;
  /** Like `tryAdd`, but throws Unavailable in place of false. */
  add(amount: number): void;
  /** Releases all of it. May be called more than once. */
  release(): void;
}

/** A limit that all requests share. A subject (an address, a user) can't exceed its own part. */
export type Budget = (subject: string) => BudgetShare;

/** Creates an unused budget. */
export function makeBudget({ total, each }: Share): Budget {
  const bySubject = new Map<string, number>();
  let used = 0;

  function change(subject: string, amount: number): void {
    used += amount;
    const ofSubject = (bySubject.get(subject) ?? 0) + amount;
    if (ofSubject === 0) bySubject.delete(subject);
    else bySubject.set(subject, ofSubject);
  }

  return (subject) => {
    let reserved = 0;
    return {
      tryAdd(amount) {
        if (used + amount > total || (bySubject.get(subject) ?? 0) + amount > each) return false;
        change(subject, amount);
        reserved += amount;
        return true;
      },
      add(amount) {
        if (!this.tryAdd(amount)) throw receivingTooMuch();
      },
      release() {
        if (reserved > 0) change(subject, -reserved);
        reserved = 0;
      },
    };
  };
}

function receivingTooMuch(): Unavailable {
  return new Unavailable(
    msg("The server is receiving too much at once. Try again in a moment."),
    RETRY_AFTER_SECONDS,
  );
}

/** The error where too many responses are being sent. */
export function sendingTooMuch(): Unavailable {
  return new Unavailable(
    msg("The server is sending too much at once. Try again in a moment."),
    RETRY_AFTER_SECONDS,
  );
}
