const rules = new Intl.PluralRules('en')

/** Returns a number with its noun: “1 move”, “1,234 moves”. */
export const plural = (n: number, one: string, many: string): string => `${n.toLocaleString('en')} ${rules.select(n) === 'one' ? one : many}`
