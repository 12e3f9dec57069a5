import { Unavailable } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import { UNAVAILABLE_MESSAGES } from "../../health/report.ts";

const RETRY_AFTER = 5;

/** The error of every change on a primary whose standby has not answered since the start. */
export const ASKING = () =>
  new Unavailable(
    msg(
      "This server has a standby and has just started. It accepts no changes until the standby has answered, because the standby may have taken over. Start the standby, or let an Admin go on without it.",
    ),
    RETRY_AFTER,
  );

/** The error of every change on a former primary. */
export const SUPERSEDED = () =>
  new Unavailable(
    msg(
      "Another server has taken over from this one. This server accepts no changes any more. Use the other server.",
    ),
    RETRY_AFTER,
  );

/** The error of every request to a standby. */
export const STANDBY = () => new Unavailable(UNAVAILABLE_MESSAGES.standby, RETRY_AFTER);
