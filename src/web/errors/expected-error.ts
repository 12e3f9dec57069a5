/** An error that the program expects, such as a server that is not reachable: it is not reported. */
export class ExpectedError extends Error {}
