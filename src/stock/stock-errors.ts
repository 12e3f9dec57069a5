import { MAX_PIECES } from "../domain/counting/fold.ts";
import { WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";

/** The error of a movement of more than is there. `unit` null: pieces. */
export function tooFew(available: number, unit: string | null): WrongState {
  if (available === 0) return new WrongState(msg("The article is not at this location."));
  return new WrongState(
    unit === null
      ? msg("Not enough pieces at this location. Available: {available}.", { available })
      : msg("Not enough at this location. Available: {available} {unit}.", { available, unit }),
  );
}

/** The error of a movement to a location that has no room for the pieces. */
export function tooMany(available: number): WrongState {
  return new WrongState(
    msg("This location already has a quantity of {available}. The maximum is {max}.", {
      available,
      max: MAX_PIECES,
    }),
  );
}

/** The error of an article with too many pieces for one location. */
export function tooManyTogether(quantity: number): WrongState {
  return new WrongState(
    msg("The article has a quantity of {quantity}. One location takes at most {max}.", {
      quantity,
      max: MAX_PIECES,
    }),
  );
}
