/** A chosen file is sent once more for a dry run only up to this size: a large one would be sent twice, over a slow line too. */
const tryFileBytesMax = 1_048_576;

/** Whether a dry run sends the file of a form. A form without a file is always tried. */
export const isFileTried = (file: unknown): boolean => !(file instanceof File) || file.size <= tryFileBytesMax;
