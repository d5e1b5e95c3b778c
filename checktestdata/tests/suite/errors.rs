//! What is said of programs and inputs that are wrong.

use checktestdata::{Options, Style, check, parse};

const STYLE: Style<'_> = Style { program: "p.ctd", input: "i.in", colours: false };

#[test]
fn programs_that_cannot_be_read_get_one_message_with_its_place() {
    for (source, message) in [
        ("INT(1", "1:6: expected `,`, got the end of the program"),
        ("INT(1,2", "1:8: expected `,` or `)`, got the end of the program"),
        ("INT(1,2,3)", "1:9: expected the name of a variable, got the number `3`"),
        ("INT(1,2,a,FIXED)", "1:10: expected `,` or `)`, got `,`"),
        ("FLOAT(1,2,a,b)", "1:13: expected `FIXED` or `SCIENTIFIC`, got `b`"),
        ("FLOATP(1,2,a)", "1:13: expected `,`, got `)`"),
        ("SPACE\n  FOO", "2:3: unknown word `FOO`"),
        (
            "SPACENEWLINE",
            "1:1: unknown word `SPACENEWLINE`; did you mean `SPACE NEWLINE`, with a blank between them?",
        ),
        ("REP(3) SPACE", "1:1: `REP` has no `END`"),
        ("IF(1==1) REP(2) END ELSE", "1:1: `IF` has no `END`"),
        ("SPACE END", "1:7: `END` without a loop or an `IF` before it"),
        ("REP(2) ELSE END", "1:8: `ELSE` without an `IF` before it"),
        ("ELSE", "1:1: `ELSE` without an `IF` before it"),
        ("IF(1==1) ELSE ELSE END", "1:15: a second `ELSE` for the same `IF`"),
        (
            "REP(2,REP(2)) END END",
            "1:7: the separator of a loop must be a plain command, not `REP`",
        ),
        ("REP(2,n) END", "1:7: expected a command, got `n`"),
        ("ASSERT(1)", "1:8: expected a test, such as `n < 10`, got a value"),
        ("SET(a=1<2)", "1:7: expected a value, got a test"),
        ("ASSERT(1<2<3)", "1:8: expected a value, got a test"),
        ("ASSERT((1<2)+1==2)", "1:8: expected a value, got a test"),
        ("ASSERT(1==1 &&)", "1:15: expected a value or a test, got `)`"),
        ("ASSERT(1=1)", "1:9: expected `==` or another comparison, got `=`"),
        ("STRING(\"a\"+\"b\")", "1:11: expected `,` or `)`, got `+`"),
        ("STRING((\"a\"))", "1:8: expected a value, got `(`"),
        ("SET(a=\"x\"*2)", "1:7: expected a number, got `x`"),
        ("SET(a=1/0)", "1:9: `/` by zero"),
        ("SET(a=2^-1)", "1:9: an exponent must be between 0 and 2^64 - 1, got -1"),
        ("SET(a=.5)", "1:7: unexpected `.`"),
        ("SET(A=1)", "1:5: unknown word `A`"),
        ("SET(a==1)", "1:6: expected `=`, got `==`"),
        ("STRING(\"ab)", "1:8: the string that begins here has no closing `\"`"),
        ("STRING(\"a\\400\")", "1:10: an octal escape must be at most `\\377`"),
        ("INT(1,n)", "1:7: variable `n` is used, but nothing sets it"),
        ("SET(b=1) ASSERT(UNIQUE(a,b))", "1:24: variable `a` is used, but nothing sets it"),
        ("INT(1,{{n}})", "1:7: unexpected `{`: no constant of this name is defined"),
        (
            "REGEX(\"ab*{2}\")",
            "1:11: regular expression, byte 4: `{` after another repetition; put that one into parentheses",
        ),
        ("FLOAT(0,1e999999999)", "1:9: this number is too large to be held exactly"),
        ("\u{fc}", "1:1: unexpected `ü`"),
    ] {
        let error = parse(source).map(|_| ()).expect_err(source);
        assert_eq!(error.to_string(), message, "{source}");
    }
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    for (open, inner, close) in [
        ("SET(a=", "(", "1"),
        ("ASSERT(", "!", "1==1)"),
        ("SET(a=", "-", "1)"),
        ("", "REP(2) ", ""),
        ("SET(a=1", ",a[a", "=1)"),
        ("SET(b=a", "[a", "1"),
        ("", "IF(1==1) ELSE ", ""),
    ] {
        let source = format!("{open}{}{close}", inner.repeat(100_000));
        assert!(parse(&source).is_err(), "{inner}");
    }
    let sum = |terms: usize| format!("SET(a=0,b=a{})", "+a".repeat(terms));
    assert!(parse(sum(900)).is_ok());
    let error = parse(sum(100_000)).unwrap_err().to_string();
    assert!(error.contains("nested too deeply: the limit is 1000 levels"), "{error}");
    // Deep within deep counts as both.
    let index = |inner: &str| format!("SET(a=0,b=a[{inner}{}])", "+a".repeat(600));
    assert!(parse(index("a")).is_ok());
    assert!(parse(index(&format!("a[a{}]", "+a".repeat(600)))).is_err());
    // Literals are computed at once, in any number.
    assert!(parse(format!("SET(a=1{})", "+1".repeat(100_000))).is_ok());
}

fn picture(program: &str, input: &[u8]) -> String {
    let program = parse(program).unwrap();
    check(&program, input, &Options::default()).unwrap_err().picture(&program, &STYLE)
}

#[test]
fn pictures_show_the_input_and_the_command() {
    assert_eq!(
        picture("INT(1,5,n) NEWLINE\nREP(n,SPACE) INT(1, n) END NEWLINE\n", b"3\n1 22 3\n"),
        "error: i.in:2:3: expected an integer from 1 to 3, got `22`\n  |\n2 | 1 22 3\n  |   ^^\n  |\n\
         note: the command is at p.ctd:2:14\n  |\n2 | REP(n,SPACE) INT(1, n) END NEWLINE\n  |              ---------"
    );
    assert_eq!(
        parse("SPACE\nREP(").unwrap_err().picture(&STYLE),
        "error: p.ctd:2:5: expected a value or a test, got the end of the program\n  |\n2 | REP(\n  |     ^"
    );
}

#[test]
fn pictures_of_long_lines_and_control_characters_stay_small_and_safe() {
    let line = format!("{}\x1b[31m{}\n", "1 ".repeat(50_000), "x".repeat(50_000));
    let text = picture("WHILE(MATCH(\"1\")) INT(1,1) SPACE END NEWLINE", line.as_bytes());
    assert!(text.contains("i.in:1:100001: expected a line end"), "{text}");
    assert!(text.len() < 1000 && text.contains("…1 1 ") && text.contains("xxx…"), "{text}");
    assert!(!text.contains('\x1b'), "{text:?}");
}

#[test]
fn assertions_show_the_values_that_they_compare() {
    let message = |program: &str| {
        let program = parse(program).unwrap();
        check(&program, &b""[..], &Options::default()).unwrap_err().to_string()
    };
    assert_eq!(
        message("SET(n=3,m=5) ASSERT(n+1 >= m || m == 4)"),
        "1:1: expected `n+1 >= m || m == 4`, which does not hold: n+1 = 4, m = 5"
    );
    assert_eq!(
        message("SET(a[1]=7,a[0]=1,a[2]=7) ASSERT(UNIQUE(a))"),
        "1:1: expected `UNIQUE(a)`, which does not hold: a[1] = a[2] = 7"
    );
    assert_eq!(
        message("SET(x[1]=7,y[1]=8,x[2]=7,y[2]=8) ASSERT(UNIQUE(x,y))"),
        "1:1: expected `UNIQUE(x,y)`, which does not hold: x[1],y[1] = x[2],y[2] = 7,8"
    );
    assert_eq!(
        message("SET(x=7,a=1) ASSERT(INARRAY(x,a))"),
        "1:1: expected `INARRAY(x,a)`, which does not hold: x = 7"
    );
    assert_eq!(
        message("SET(x[1]=7,y[2]=8) ASSERT(UNIQUE(x,y))"),
        "1:1: expected arrays with the same indices for `UNIQUE`, but `x[1]` has a value and `y[1]` has not"
    );
}

#[test]
fn messages_say_what_stands_there() {
    let message = |program: &str, input: &str| {
        let program = parse(program).unwrap();
        check(&program, input.as_bytes(), &Options::default()).unwrap_err().to_string()
    };
    assert_eq!(
        message("NEWLINE", "\r\n"),
        "1:1: expected a line end, got a carriage return (`\\r`)"
    );
    assert_eq!(message("SPACE", "\t"), "1:1: expected a space, got a tab");
    assert_eq!(message("SPACE", "\n"), "1:1: expected a space, got a line end");
    assert_eq!(message("SPACE", ""), "1:1: expected a space, got the end of the input");
    assert_eq!(message("", "x"), "1:1: expected the end of the input, got `x`");
    assert_eq!(
        message("INT(1,5)", "007 x"),
        "1:1: expected an integer from 1 to 5, got `007`: leading zeros"
    );
    assert_eq!(
        message("STRING(\"Case\")", "Cart"),
        "1:3: expected `se`, got `r` after `Ca` of `Case`"
    );
    assert_eq!(
        message("FLOAT(0,1)", "1.x"),
        "1:1: expected a number from 0.0 to 1.0, got `1.x`: no digit after the point"
    );
}
