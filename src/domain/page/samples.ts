/** What the names of the index's collections of sample pages begin with (table `index_entry`). */
export const SAMPLE_COLLECTION = 'samples:';
