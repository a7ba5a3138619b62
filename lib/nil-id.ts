/** The nil UUID (RFC 9562, section 5.9). Nothing has it as its id, and it sorts before every id. */
export const nilId = "00000000-0000-0000-0000-000000000000";
