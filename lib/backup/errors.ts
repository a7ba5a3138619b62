/** Errors of backups and restores. Each message is for the operator, and says what to do. */

/** The file is no backup, or not all of it. */
export class BadBackup extends Error {}

/** The backup could not be written to its file. */
export class CannotWrite extends Error {}

/** The database is not one that this backup can be restored into. */
export class UnsuitableTarget extends Error {}

export const cancelled = () => new CannotWrite("The backup was cancelled. No file was left.");
