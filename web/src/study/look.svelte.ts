// How somebody has laid out his desk; it stays so from study to study.

/** Whether the marks are unfolded. */
export const layout = $state({ marks: false })
