import type { Principal } from "../../domain/principal.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { NewJob } from "../../storage/jobs/job-kind.ts";
import type { Input, Shape, UsesIdempotencyKey } from "./endpoint-options.ts";
import type { EndpointResponse, LaterResponse } from "./response.ts";

/** The parsed input of any endpoint. */
export type AnyInput = Input<Shape, Shape, Shape>;
/** Makes the response to a request. */
export type Respond = (
  input: AnyInput,
  /** Null: an anonymous request. */
  principal: Principal | null,
) => Promise<EndpointResponse<unknown> | LaterResponse<unknown>> | EndpointResponse<unknown>;

/** What an endpoint does after the request pipeline has checked the request. */
export type Handler =
  /** Changes nothing. */
  | { readonly kind: "query"; readonly run: Respond }
  /** Opens its own transactions, several or none. */
  | { readonly kind: "batch"; readonly hasRecord: boolean; readonly run: Respond }
  /** Sends events until the client leaves; changes nothing. */
  | { readonly kind: "stream"; readonly run: Respond }
  /** Runs in one transaction. */
  | {
      readonly kind: "command";
      readonly usesIdempotencyKey: UsesIdempotencyKey;
      /** `If-Match` is compared. */
      readonly hasRecord: boolean;
      readonly isRepeatable: boolean;
      prepare(input: AnyInput, principal: Principal): Promise<unknown> | null;
      record(tx: Tx, input: AnyInput, principal: Principal): { readonly change: number } | null;
      run(
        tx: Tx,
        input: AnyInput,
        principal: Principal,
        context: CommandContext<unknown, unknown>,
      ): EndpointResponse<unknown>;
    }
  /** Starts a job, and waits for its result. */
  | {
      readonly kind: "job";
      readonly usesIdempotencyKey: boolean;
      /** `If-Match` is compared. */
      readonly hasRecord: boolean;
      prepare(input: AnyInput, principal: Principal): Promise<unknown> | null;
      record(tx: Tx, input: AnyInput, principal: Principal): { readonly change: number } | null;
      check(tx: Tx, input: AnyInput, principal: Principal, record: unknown, prepared: unknown): void;
      makeJob(input: AnyInput, principal: Principal, prepared: unknown): NewJob;
      respond(result: unknown, input: AnyInput, principal: Principal): EndpointResponse<unknown>;
    };

/** The results of a command's `prepare` and `record`. */
export interface CommandContext<Prepared, Rec> {
  readonly prepared: Prepared;
  readonly record: Rec;
}

/** The request pipeline parses the input with the endpoint's own schemas, so its parts have the declared types. */
export function narrowed<P extends Shape, Q extends Shape, B extends Shape>(input: AnyInput): Input<P, Q, B> {
  return input as unknown as Input<P, Q, B>;
}
