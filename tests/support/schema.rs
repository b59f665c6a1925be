//! Validation of JSON by a schema.

use serde_json::Value;

/// Why a value violates the schema. Supports the part of JSON schema that schemars writes; keys
/// that the schema does not describe are violations.
pub fn offence(whole: &Value, schema: &Value, value: &Value, place: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let target = whole.pointer(name.trim_start_matches('#')).expect("a definition");
        return offence(whole, target, value, place);
    }
    if let Some(ways) = schema.get("anyOf").or(schema.get("oneOf")) {
        let offences: Option<Vec<String>> =
            list(ways).iter().map(|way| offence(whole, way, value, place)).collect();
        return offences.map(|offences| offences.join(", and "));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        Value::Null if schema.get("const").is_none() => return None,
        Value::Null => return (schema["const"] != *value).then(|| format!("{place}: not so")),
        kind => vec![kind.clone()],
    };
    let fits = |kind: &str| allowed.contains(&kind.into());
    if !fits(kind) && (kind != "integer" || !fits("number")) {
        return Some(format!("{place}: {kind} instead of {}", schema["type"]));
    }
    match value {
        Value::Array(items) => items
            .iter()
            .find_map(|item| offence(whole, &schema["items"], item, &format!("{place}[]"))),
        Value::Object(fields) => {
            let missing = schema.get("required").into_iter().flat_map(list);
            let missing = missing.filter_map(Value::as_str).find(|key| !fields.contains_key(*key));
            if let Some(key) = missing {
                return Some(format!("{place}: no {key}"));
            }
            fields.iter().find_map(|(key, value)| {
                let place = format!("{place}.{key}");
                match schema["properties"].get(key) {
                    Some(schema) => offence(whole, schema, value, &place),
                    None if schema["additionalProperties"] == true => None,
                    None if schema["additionalProperties"].is_object() => {
                        offence(whole, &schema["additionalProperties"], value, &place)
                    }
                    None => Some(format!("{place} is not in the schema")),
                }
            })
        }
        _ => None,
    }
}

/// Elements of an array.
fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}
