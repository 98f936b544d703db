// All texts in German, by their files, such as “/src/play/text.de.ts”.

/** What a file of texts exports. */
export type Text = Record<string, unknown>

export const texts = import.meta.glob<Text>(['/src/**/text.de.ts', '/src/**/*.text.de.ts'], { eager: true })
