import { matching } from '../written/shapes.ts';

/** The JSON form of google.protobuf.Timestamp. */
export const time = matching('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$');
