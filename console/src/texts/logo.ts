export const logoTexts = {
  unreadableFile: 'The file cannot be read.',
  noImage: 'This is no image that can be read here: choose a PNG or JPEG.',
} as const;
