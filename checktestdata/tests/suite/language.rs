//! What each command and operator means: programs with inputs that match and
//! inputs that do not.

use checktestdata::{CheckError, Constants, Options, check, parse, parse_with};

/// How an input is taken: `Ok` if it matches, else the place where it does not.
fn run(program: &str, input: &str, whitespace_ok: bool) -> Result<(), String> {
    let parsed = parse(program).unwrap_or_else(|error| panic!("{program}: {error}"));
    let options = Options { whitespace_ok, ..Options::default() };
    check(&parsed, input.as_bytes(), &options).map_err(|error| match error {
        CheckError::Mismatch(mismatch) => mismatch.position.to_string(),
        error => panic!("{program}: {error}"),
    })
}

fn takes(program: &str, inputs: &[&str]) {
    for input in inputs {
        assert_eq!(run(program, input, false), Ok(()), "{program} on {input:?}");
    }
}

/// Each input with the place where it goes wrong.
fn refuses(program: &str, inputs: &[(&str, &str)]) {
    for (input, place) in inputs {
        assert_eq!(run(program, input, false), Err((*place).into()), "{program} on {input:?}");
    }
}

/// The test holds, whatever the input.
fn holds(test: &str) {
    takes(&format!("ASSERT({test})"), &[""]);
    refuses(&format!("ASSERT(!({test}))"), &[("", "1:1")]);
}

/// The program goes wrong in this way while it runs on this input.
fn faults(program: &str, input: &str, message: &str) {
    let parsed = parse(program).unwrap_or_else(|error| panic!("{program}: {error}"));
    match check(&parsed, input.as_bytes(), &Options::default()) {
        Err(CheckError::Fault(fault)) => {
            let text = fault.to_string();
            assert!(text.contains(message), "{program}: {text}");
        }
        other => panic!("{program}: {other:?}"),
    }
}

#[test]
fn the_end_of_the_input_is_implied() {
    takes("", &[""]);
    refuses("", &[("\n", "1:1")]);
    refuses("NEWLINE", &[("", "1:1"), ("\n\n", "2:1"), ("\n ", "2:1")]);
    takes("INT(1,2) EOF SET(a=1) EOF", &["1"]);
    refuses("INT(1,2) EOF SPACE", &[("1", "1:2"), ("1 ", "1:2")]);
}

#[test]
fn blanks_are_exact() {
    takes("INT(1,2) SPACE INT(1,2) NEWLINE", &["1 2\n"]);
    refuses(
        "INT(1,2) SPACE INT(1,2) NEWLINE",
        &[
            ("1  2\n", "1:3"),
            ("1\t2\n", "1:2"),
            ("1 2", "1:4"),
            ("1 2\r\n", "1:4"),
            (" 1 2\n", "1:1"),
            ("1 2 \n", "1:4"),
        ],
    );
}

#[test]
fn more_blanks_are_taken_with_whitespace_ok() {
    let program = "INT(1,2) SPACE INT(1,2) NEWLINE";
    for input in ["1 2\n", " \t1 \t\r2\r\n  ", "1\x0b\x0c2 \n"] {
        assert_eq!(run(program, input, true), Ok(()), "{input:?}");
    }
    for (input, place) in [
        ("12\n", "1:1"),
        ("\n1 2\n", "1:1"),
        ("1\n2\n", "1:2"),
        ("1 2", "1:4"),
        ("1 2 \n\n", "2:1"),
    ] {
        assert_eq!(run(program, input, true), Err(place.into()), "{input:?}");
    }
    // Blanks are taken as far as they go.
    assert_eq!(run("INT(1,2) SPACE SPACE INT(1,2)", "1  2", true), Err("1:4".into()));
    assert_eq!(run("STRING(\" \") NEWLINE STRING(\" a\")", "  \n a", true), Err("1:3".into()));
    // Not at the end, unless a NEWLINE comes before.
    assert_eq!(run("INT(1,2)", "1 ", true), Err("1:2".into()));
}

#[test]
fn integers_have_one_form() {
    takes("INT(-10,10)", &["0", "-10", "10", "7"]);
    refuses(
        "INT(-10,10)",
        &[
            ("", "1:1"),
            ("-", "1:1"),
            ("-0", "1:1"),
            ("00", "1:1"),
            ("07", "1:1"),
            ("-01", "1:1"),
            ("+1", "1:1"),
            ("11", "1:1"),
            ("-11", "1:1"),
            ("x", "1:1"),
            ("1.0", "1:2"),
            ("1e1", "1:2"),
            (" 1", "1:1"),
            ("99999999999999999999999999", "1:1"),
        ],
    );
    refuses("INT(5,3)", &[("4", "1:1")]);
}

#[test]
fn integers_are_of_any_size() {
    let zeros = "0".repeat(1000);
    takes(
        "INT(10^1000,10^1000,n) SPACE INT(n-1,n)",
        &[&format!("1{zeros} 1{zeros}"), &format!("1{zeros} {}", "9".repeat(1000))],
    );
    refuses(
        "INT(0,10^1000)",
        &[(&format!("1{}1", &zeros[1..]), "1:1"), (&format!("1{zeros}0"), "1:1")],
    );
    refuses(
        "INT(-(2^64),2^64)",
        &[("18446744073709551617", "1:1"), ("-18446744073709551617", "1:1")],
    );
    takes("INT(-(2^64),2^64)", &["18446744073709551616", "-18446744073709551616"]);
}

#[test]
fn floats_have_their_forms() {
    takes(
        "FLOAT(-1,1.5)",
        &["0", "-1", "1.5", "0.000", "-0.0", "15e-1", "1.5E0", "0.15e+1", "1500000e-6"],
    );
    refuses(
        "FLOAT(-1,1.5)",
        &[
            ("", "1:1"),
            ("-", "1:1"),
            (".5", "1:1"),
            ("1.", "1:1"),
            ("00", "1:1"),
            ("01.5", "1:1"),
            ("1e", "1:1"),
            ("1e+", "1:1"),
            ("1e01", "1:1"),
            ("1.500000000000000000000000000000000000001", "1:1"),
            ("-1.0001", "1:1"),
            ("1.5.0", "1:4"),
            ("nan", "1:1"),
            ("inf", "1:1"),
            ("1e999999999999999999999", "1:1"),
        ],
    );
    takes("FLOAT(0,1)", &["1e-999999999999999999999"]);
    takes("FLOAT(-10^9,1E100000,x) SPACE FLOAT(x,x)", &["1e99999 1e99999", "0.1 1e-1"]);
}

#[test]
fn options_of_floats_decide_the_notation() {
    takes("FLOAT(0,100,x,FIXED)", &["1.5", "15"]);
    refuses("FLOAT(0,100,x,FIXED)", &[("15e0", "1:3")]);
    takes("FLOAT(0,100,x,SCIENTIFIC)", &["15e0", "0e0"]);
    refuses("FLOAT(0,100,x,SCIENTIFIC)", &[("15", "1:1"), ("1.5", "1:1")]);
}

#[test]
fn decimals_are_counted() {
    takes("FLOATP(0,100,1,3)", &["1.5", "1.500", "9.9e1", "1.55E+0"]);
    refuses(
        "FLOATP(0,100,1,3)",
        &[("1", "1:1"), ("1.5000", "1:1"), ("15.0e0", "1:1"), ("0.1e1", "1:1"), ("1e1", "1:1")],
    );
    takes("FLOATP(0,100,0,0)", &["15", "5e1"]);
    refuses("FLOATP(0,100,2,1)", &[("1.5", "1:1")]);
    takes("SET(n=2) FLOATP(0,1,n,n+1,x,FIXED) ASSERT(x==0.25)", &["0.25", "0.250"]);
    faults("FLOATP(0,1,-1,2)", "0", "must not be negative");
    faults("FLOATP(0,1,0,1.0)", "0", "expected an integer, got 1.0");
}

#[test]
fn strings_are_matched_with_their_escapes() {
    takes(r#"STRING("a\n\t\r\b\"\\\101\0x\q")"#, &["a\n\t\r\x08\"\\A\0x\\q"]);
    takes("STRING(\"a\\\nb\nc\")", &["ab\nc"]);
    takes(r#"STRING("") STRING("\1013")"#, &["A3"]);
    refuses(r#"STRING("abc")"#, &[("abd", "1:3"), ("ab", "1:3"), ("", "1:1"), ("abcd", "1:4")]);
    takes(r#"SET(s="x#y") STRING(s) # a comment"#, &["x#y"]);
}

#[test]
fn regular_expressions_take_the_longest_match() {
    takes(r#"REGEX("a|ab|abc",s) ASSERT(STRLEN(s)==3)"#, &["abc"]);
    takes(r#"REGEX("[a-z]+",s) SPACE STRING(s)"#, &["abc abc"]);
    refuses(
        r#"REGEX("[a-z]+",s) SPACE STRING(s)"#,
        &[("abc abd", "1:7"), ("1", "1:1"), ("", "1:1")],
    );
    takes(r#"REGEX(".*",s) ASSERT(STRLEN(s)==4)"#, &["a\n\0b"]);
    takes(
        r#"REGEX("[^\n]*") NEWLINE REGEX("(x\\.)?") REGEX("\\[[]a]{1,2}")"#,
        &["ab\n[]a", "\nx.[]"],
    );
    // Looked at beyond the match, which ends before.
    takes(r#"REGEX("a(bc)*") STRING("bd")"#, &["abcbd", "abd"]);
    takes(r#"REGEX("[a-z]+",p) SPACE REGEX(p)"#, &["abc abc"]);
    faults(r#"REGEX(".+",p) REGEX(p)"#, "a**", "after another repetition");
}

#[test]
fn a_long_match_is_a_stream() {
    let long = "ab".repeat(200_000);
    takes(r#"REGEX("(ab)+") NEWLINE"#, &[&format!("{long}\n")]);
    takes(r#"REGEX("[ab]+",s) NEWLINE ASSERT(STRLEN(s)==400000)"#, &[&format!("{long}\n")]);
    refuses(r#"REGEX("(ab)+") NEWLINE"#, &[(&format!("{long}a\n"), "1:400001")]);
}

#[test]
fn loops_repeat_with_separators() {
    takes("REP(3,SPACE) INT(1,9) END", &["1 2 3"]);
    refuses("REP(3,SPACE) INT(1,9) END", &[("1 2", "1:4"), ("1 2 3 ", "1:6")]);
    takes("REP(0,SPACE) INT(1,9) END", &[""]);
    takes("REPI(i,3,STRING(\",\")) INT(i,i) END ASSERT(i==3)", &["0,1,2"]);
    takes("REPI(i,0) SPACE END ASSERT(i==0)", &[""]);
    takes("REPI(a[1],2,SPACE) INT(a[1],a[1]) END ASSERT(a[1]==2)", &["0 1"]);
    // Within the loop the variable may be changed; the loop goes on all the same.
    takes("REPI(i,2) SET(i=7) SPACE END ASSERT(i==2)", &["  "]);
    takes("WHILE(!ISEOF,SPACE) INT(1,9) END", &["", "1", "1 2 3"]);
    refuses("WHILE(!ISEOF,SPACE) INT(1,9) END", &[("1 ", "1:3"), ("12", "1:1"), ("1\n", "1:2")]);
    takes("WHILEI(i,MATCH(\"ab\")) REGEX(\"[a-z]\") END ASSERT(i==2)", &["ab"]);
    takes("SET(n=5) WHILE(n>0) SET(n=n-1) END ASSERT(n==0)", &[""]);
    faults("REP(-1) END", "", "between 0 and 2^32 - 1, got -1");
    faults("REP(2^32) END", "", "between 0 and 2^32 - 1, got 4294967296");
    faults("REP(1.0) END", "", "expected an integer, got 1.0");
}

#[test]
fn loops_that_never_end_are_told() {
    for program in [
        "WHILE(1==1) END",
        "WHILE(!ISEOF) END",
        "SET(a=1) WHILE(1==1) SET(a=1) END",
        "WHILE(1==1,STRING(\"\")) REGEX(\"b*\") END",
        "REPI(i,5) WHILE(i<9) IF(i==9) SPACE END END END",
    ] {
        faults(program, "a", "never ends");
    }
    let idle = Options { idle_steps: 1000, ..Options::default() };
    for program in ["WHILEI(i,1==1) END", "SET(a=0) WHILE(1==1) SET(a=1-a) END", "REPI(i,10^9) END"]
    {
        let error = check(&parse(program).unwrap(), &b""[..], &idle).unwrap_err();
        assert!(error.to_string().contains("1000 steps without reading"), "{program}: {error}");
    }
    // Reading gives new steps.
    let input = "x".repeat(10_000);
    let program = parse("WHILE(!ISEOF) STRING(\"x\") END").unwrap();
    assert!(check(&program, input.as_bytes(), &idle).is_ok());
    // What repeats without any change is done with.
    takes("REP(2^32-1) END REP(2^32-1,STRING(\"\")) ASSERT(1==1) END", &[""]);
    // Huge numbers cost as much as they take.
    faults("SET(a=3) WHILE(1==1) SET(a=a*a) END", "", "too large");
    faults("SET(a=1/3.0) WHILE(1==1) SET(a=a*a+1) END", "", "");
}

#[test]
fn conditions_choose() {
    takes("INT(0,1,a) IF(a==1) SPACE ELSE NEWLINE END", &["1 ", "0\n"]);
    takes("INT(0,1,a) IF(a==1) SPACE END", &["1 ", "0"]);
    takes(
        "INT(0,3,a) IF(a>1) IF(a==2) STRING(\"x\") ELSE STRING(\"y\") END ELSE STRING(\"z\") END",
        &["2x", "3y", "0z"],
    );
    takes(
        "IF(ISEOF) ELSE IF(MATCH(\"a\")) STRING(\"a\") ELSE STRING(\"b\") END END",
        &["", "a", "b"],
    );
}

#[test]
fn operators_have_the_usual_strength() {
    for test in [
        "1+2*3==7",
        "(1+2)*3==9",
        "-2^2==-4",
        "2^3^2==64",
        "2*3%4==2",
        "7-2-1==4",
        "2*-3==-6",
        "--2==2",
        "-(1+2)==-3",
        "2^0==1",
        "0^0==1",
        "10-2*3-1==3",
        "1<2 && 2<3",
        "1==1 || 1==2 && 1==3",
        "!1==2 && 2==2",
        "!(1==1 && 1==2)",
        "(1<2)",
        "((1)<(2))",
        "!!1==1",
        "2<=2 && 2>=2 && 2!=3 && 3>2",
    ] {
        holds(test);
    }
}

#[test]
fn division_rounds_towards_zero_and_the_rest_follows() {
    for test in [
        "7/2==3",
        "-7/2==-3",
        "7/-2==-3",
        "-7/-2==3",
        "7%2==1",
        "-7%2==-1",
        "7%-2==1",
        "-7%-2==-1",
        "10^30/10^29==10",
        "-(10^30+1)%10==-1",
        "-9223372036854775807-1 == -(2^63)",
        "(-(2^63))/-1==2^63",
    ] {
        holds(test);
    }
}

#[test]
fn integers_become_floats_where_they_meet_them() {
    for test in [
        "1==1.0",
        "1/2==0",
        "1/2.0==0.5",
        "0.1+0.2==0.3",
        "1.5*2==3",
        "2^-0==1",
        "1.5^2==2.25",
        "10^3==1e3",
        "1e-3*1000==1",
        "0.1<0.2",
        "3>2.999999999999999999999999999",
        "1/3.0*3==1",
        "-1.5 < -1",
        "1.==1",
    ] {
        holds(test);
    }
    faults("SET(a=1) ASSERT(2^(-a)==1)", "", "an exponent must be between 0 and 2^64 - 1, got -1");
    faults("SET(a=1.0) ASSERT(2^a==2)", "", "an integer as an exponent, got 1.0");
    faults("SET(a=1.0) ASSERT(3%a==0)", "", "integers around `%`, got 1.0");
    faults("SET(a=0) ASSERT(3%a==0)", "", "`%` by zero");
    faults("SET(a=0) ASSERT(3/a==0)", "", "`/` by zero");
    faults("SET(a=0) ASSERT(3.0/a==0)", "", "`/` by zero");
    faults("SET(a=0.5) INT(a,1)", "1", "expected an integer, got 0.5");
}

#[test]
fn strings_are_compared_and_nothing_else() {
    for test in [
        r#""abc"<"abd""#,
        r#""ab"<"abc""#,
        r#""B"<"a""#,
        r#"""=="""#,
        r#"STRLEN("a\nb")==3"#,
        r#""a"!="b""#,
    ] {
        holds(test);
    }
    faults(r#"SET(a="x") ASSERT(a==1)"#, "", "cannot compare `x` with 1");
    faults(r#"SET(a="x",b=a+1)"#, "", "expected a number, got `x`");
    faults(r#"SET(a=1) STRING(a)"#, "", "expected a string, got 1");
    faults(r#"SET(a=1) REGEX(a)"#, "", "expected a string, got 1");
    faults(r#"SET(a=1,b=STRLEN(a))"#, "", "expected a string, got 1");
    faults(r#"SET(a=1) IF(MATCH(a)) END"#, "", "expected a string, got 1");
}

#[test]
fn variables_have_indices() {
    takes("SET(a=1,a[0]=2,a[0,0]=3,b=a) ASSERT(a==1 && a[0]==2 && a[0,0]==3 && b==1)", &[""]);
    takes("SET(a[10^30]=1,i=3,a[i*i]=2) ASSERT(a[9]==2 && a[10^30]==1 && a[a[10^30]+8]==2)", &[""]);
    takes("SET(a=1,b=2,a=b,b=a) ASSERT(a==2 && b==2)", &[""]);
    faults("SET(a[1]=1) ASSERT(a[2]==1)", "", "variable `a[2]` has no value here");
    faults("SET(a[1]=1) ASSERT(a==1)", "", "variable `a` has no value here");
    faults("SET(a[1,2]=1) ASSERT(a[1,3]==1)", "", "variable `a[1,3]` has no value here");
    faults("SET(a=1,a[1]=1) UNSET(a) ASSERT(a==1)", "", "variable `a` has no value here");
    faults("SET(a[1.0]=1)", "", "an integer as an index, got 1.0");
    faults("SET(a=\"x\",a[a]=1)", "", "an integer as an index, got `x`");
}

#[test]
fn unique_compares_all_values_of_a_name() {
    let program = "INT(0,9,n) SPACE REPI(i,n,SPACE) INT(0,99,a[i]) END ASSERT(UNIQUE(a))";
    takes(program, &["3 1 2 3", "0 ", "1 5"]);
    refuses(program, &[("3 1 2 1", "1:8")]);
    takes("SET(a[0]=1,a[0]=2,a[1]=1) ASSERT(UNIQUE(a))", &[""]);
    takes(
        "SET(a[0]=1,a[1]=1) ASSERT(!UNIQUE(a)) UNSET(a) ASSERT(UNIQUE(a)) SET(a[5]=1) ASSERT(UNIQUE(a))",
        &[""],
    );
    takes("SET(a=1,a[0]=1) ASSERT(!UNIQUE(a)) SET(a[0]=2) ASSERT(UNIQUE(a))", &[""]);
    takes("SET(a[0]=1,a[1]=1.0) ASSERT(!UNIQUE(a)) SET(a[1]=\"1\") ASSERT(UNIQUE(a))", &[""]);
}

#[test]
fn unique_compares_tuples_of_several_names() {
    let program =
        "REPI(i,3,SPACE) INT(0,9,x[i]) STRING(\",\") INT(0,9,y[i]) END ASSERT(UNIQUE(x,y))";
    takes(program, &["1,1 1,2 2,1"]);
    refuses(program, &[("1,1 1,2 1,1", "1:12")]);
    // Different indices are refused, whatever is made of the test.
    refuses("SET(x[0]=1,y[1]=1) ASSERT(UNIQUE(x,y))", &[("", "1:1")]);
    refuses("SET(x[0]=1,y[0]=1,y[1]=1) IF(!UNIQUE(x,y)) END", &[("", "1:1")]);
    refuses("SET(x[0]=1,x=1,y[0]=1) ASSERT(UNIQUE(y,x))", &[("", "1:1")]);
}

#[test]
fn inarray_finds_the_values_of_now() {
    takes(
        "SET(a[3]=1,a[4]=2.5,a=\"x\") ASSERT(INARRAY(1,a) && INARRAY(5/2.0,a) && INARRAY(\"x\",a) && !INARRAY(3,a))",
        &[""],
    );
    takes("SET(a[3]=1,a[3]=2) ASSERT(!INARRAY(1,a) && INARRAY(2,a) && INARRAY(2.0,a))", &[""]);
    takes("SET(a=1) UNSET(a) ASSERT(!INARRAY(1,a))", &[""]);
}

#[test]
fn match_looks_at_the_next_byte() {
    takes("IF(MATCH(\"ab\")) REGEX(\"..\") ELSE STRING(\"x\") END", &["ax", "bx", "x"]);
    takes("SET(s=\"\\n\") IF(MATCH(s)) NEWLINE END", &["\n", ""]);
    refuses("IF(MATCH(\"\")) END", &[("a", "1:1")]);
}

#[test]
fn numbers_of_a_program_have_their_forms() {
    for test in ["1.5e1==15", "1e+2==100", "1E-1==0.1", "00.5==1/2.0", "9223372036854775808==2^63"]
    {
        holds(test);
    }
    let program = parse("SET(a=007) ASSERT(a/2==3.5)").unwrap();
    assert_eq!(program.warnings.len(), 1);
    assert!(check(&program, &b""[..], &Options::default()).is_ok());
}

#[test]
fn constants_are_replaced_everywhere() {
    let mut constants = Constants::new();
    constants.define("n", "3").unwrap();
    constants.define("word", "a b").unwrap();
    constants.define("n.tex", "4").unwrap();
    let source = "INT({{n}},{{n.tex}}{{n}}) STRING(\"{{word}}{{other}}\") # {{n}}";
    let program = parse_with(source, &constants).unwrap();
    assert!(check(&program, &b"43a b{{other}}"[..], &Options::default()).is_ok());
    assert_eq!(program.warnings.len(), 1, "{:?}", program.warnings);
    // Places are those of the file.
    let error = parse_with("INT({{n}},{{n.tex}}) STRING(m)", &constants).unwrap_err();
    assert_eq!(error.to_string(), "1:29: variable `m` is used, but nothing sets it");
}

#[test]
fn comments_with_a_sign_are_kept() {
    let source = "INT(1,2,n) #@ SMALL(n<2)\n# plain\n  #@TREE(n)\r\nREP(n #@inside\n) SPACE END#@";
    let program = parse(source).unwrap();
    let kept: Vec<_> = program
        .annotations
        .iter()
        .map(|kept| {
            (
                String::from_utf8_lossy(&kept.text).into_owned(),
                kept.own_line,
                program.position(kept.span).to_string(),
            )
        })
        .collect();
    let expected = [
        (" SMALL(n<2)", false, "1:12"),
        ("TREE(n)", true, "3:3"),
        ("inside", false, "4:7"),
        ("", false, "5:12"),
    ];
    assert_eq!(kept, expected.map(|(text, own, place)| (text.to_string(), own, place.to_string())));
}

#[test]
fn warnings_name_what_others_read_otherwise() {
    let warned = |source: &str| parse(source).unwrap().warnings.len();
    for source in [
        "ASSERT(1==1 || 1==2 && 1==3)",
        "ASSERT(!1==1 && 1==2)",
        "ASSERT(!1==1 || 1==2)",
        "REGEX(\"[a\\\\-z]\")",
        "REGEX(\"a$\")",
        "REGEX(\"^a\")",
        "INT(2,1)",
        "FLOATP(0,1,3,2)",
        "FLOAT(1.5,1)",
        "STRING(\"{{n}}\")",
        "REP(01.0*0/1+2^0*03/1) END",
    ] {
        assert_eq!(warned(source), 1, "{source}");
    }
    for source in [
        "ASSERT(1==1 || (1==2 && 1==3))",
        "ASSERT(1==1 && 1==2 || 1==3)",
        "ASSERT((!1==1) && 1==2)",
        "ASSERT(1==2 && !1==1)",
        "REGEX(\"[\\\\\\\\a]\")",
        "INT(1,1)",
        "# {x} {{ x }}",
    ] {
        assert_eq!(warned(source), 0, "{source}");
    }
}
