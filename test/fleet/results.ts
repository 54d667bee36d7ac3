// What a worker may say of a plan.

export const RESULT = {
  profile: 'general',
  statements: 10,
  refusals: 0,
  engineMs: 1,
  totalMs: 1,
  properties: {},
  tolerated: {},
  accepted: {},
  features: {},
  exercised: {},
  diedAtOnce: false,
};

export const FAILURE = {
  index: 0,
  nth: 0,
  finding: {
    kind: 'difference',
    judge: 'model',
    property: 'interaction',
    at: 0,
    signature: 'difference/model/x',
    message: 'x',
  },
  blamed: 'engine',
};
