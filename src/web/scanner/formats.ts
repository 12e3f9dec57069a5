/** The symbologies of labels, as browsers name them. */
export const FORMATS = ["code_128", "qr_code", "data_matrix", "ean_13", "ean_8", "code_39"] as const;
