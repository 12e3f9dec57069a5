/**
 * The environment of a program that is to have nothing of this process's settings: where programs are, and where what they
 * load is kept compiled (else each start takes twice as long).
 */
export const MINIMAL_ENVIRONMENT = {
  PATH: process.env["PATH"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};
