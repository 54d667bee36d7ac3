// The part of JSON Schema that shapes are printed as, for editors.

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean' | 'null';
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | false;
  readonly minItems?: number;
  readonly items?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
}

/** The text of a file that an editor reads. */
export function printSchema(title: string, schema: JsonSchema): string {
  const whole = { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
