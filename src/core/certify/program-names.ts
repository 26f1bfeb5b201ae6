/** The names under which a program that is replayed finds what counts its rounds, and what is told its comparisons. */
export const tickName = '$tick';
export const traceName = '$trace';
