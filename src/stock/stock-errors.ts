import { MAX_PIECES } from "../domain/counting/fold.ts";
import { WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";

/** The error of a movement of more pieces than are there. */
export function tooFew(available: number): WrongState {
  if (available === 0) return new WrongState(msg("The article is not at this location."));
  return new WrongState(msg("Not enough pieces at this location. Available: {available}.", { available }));
}

/** The error of a movement to a location that has no room for the pieces. */
export function tooMany(available: number): WrongState {
  return new WrongState(
    msg("This location already has {available} pieces. The maximum is {max}.", {
      available,
      max: MAX_PIECES,
    }),
  );
}

/** The error of an article with too many pieces for one location. */
export function tooManyTogether(quantity: number): WrongState {
  return new WrongState(
    msg("The article has {quantity} pieces. One location takes at most {max}.", {
      quantity,
      max: MAX_PIECES,
    }),
  );
}
