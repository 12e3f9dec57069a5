import { Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Share } from "../../platform/limits.ts";

const RETRY_AFTER_SECONDS = 2;

/** What one request has taken of a budget. */
export interface BudgetShare {
  /** Takes more. Throws Unavailable, and takes nothing, where the budget or the subject's share is used up. */
  add(amount: number): void;
  /** Gives all of it back. May be called more than once. */
  release(): void;
}

/** Something that all requests share, of which no subject (an address, a user) may take more than its own share. */
export type Budget = (subject: string) => BudgetShare;

/** Makes a budget, of which nothing is taken yet. */
export function makeBudget({ total, each }: Share): Budget {
  const bySubject = new Map<string, number>();
  let all = 0;

  function change(subject: string, amount: number): void {
    all += amount;
    const left = (bySubject.get(subject) ?? 0) + amount;
    if (left === 0) bySubject.delete(subject);
    else bySubject.set(subject, left);
  }

  return (subject) => {
    let taken = 0;
    return {
      add(amount) {
        if (all + amount > total || (bySubject.get(subject) ?? 0) + amount > each) throw usedUp();
        change(subject, amount);
        taken += amount;
      },
      release() {
        if (taken > 0) change(subject, -taken);
        taken = 0;
      },
    };
  };
}

function usedUp(): Unavailable {
  return new Unavailable(
    msg(
      "The server is receiving too much at once. Try again in a moment.",
      "Server právě přijímá příliš mnoho dat najednou. Zkuste to za chvíli znovu.",
    ),
    RETRY_AFTER_SECONDS,
  );
}
