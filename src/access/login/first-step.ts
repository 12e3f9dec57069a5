import type { SessionClient } from "../../domain/login.ts";
import type { Input } from "../../http/endpoint/endpoint-options.ts";
import type { NewEvent } from "../../security-log/event.ts";
import type { AuthResponse } from "../tokens/signed-tokens.ts";
import type { User } from "../users/users.ts";

/** The secret of the first step, as an authentication method (RFC 8176). */
export type FirstStep = "pwd" | "pin";

/** A completed first step of a login. */
interface PassedStep {
  readonly firstStep: FirstStep;
  /** The client as the login names it; null: not named. */
  readonly client: SessionClient | null;
  /** Whether the tokens are refreshed by their refresh tokens alone. */
  readonly rotation: boolean;
  /** The event that the security log gets once the login is complete. */
  readonly event: NewEvent;
}

/** A completed login: the body of its response, and the cookie that makes the browser known. */
export interface CompletedLogin<T> {
  readonly body: T;
  readonly setCookie: string;
}

/** The host of a request, as its `Host` header names it. */
export type Site = Pick<Input<unknown, unknown, unknown>, "host" | "authority">;

/**
 * Completes a login after its first step, and returns its tokens. Throws SecondFactorNeeded where a second step follows, and
 * Forbidden where the user entered a PIN and must set up a second factor first.
 */
export type CompleteLogin = (user: User, passed: PassedStep, site: Site) => Promise<AuthResponse>;
