export const logoTexts = {
  unreadableFile: 'The file cannot be read.',
  noImage: 'This is not an image that can be read here: choose a PNG or JPEG.',
} as const;
