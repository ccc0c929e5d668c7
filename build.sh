#!/usr/bin/env bash
# The one entry: what runs on a developer's machine is what runs in CI. `./build.sh help` lists the commands.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$PWD

configuration=${CONFIGURATION:-Release}
artifacts=artifacts
choice_file=$artifacts/MessagePackSource.props
key_file=$artifacts/MessagePackSource.key

export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 MSBUILDDISABLENODEREUSE=1
export DOTNET_CLI_UI_LANGUAGE=en

# The same commit packs to the same files: NuGet stamps them with this time. (The package's description also names the branch, if there is one.)
if [ -z "${SOURCE_DATE_EPOCH:-}" ] && commit_time=$(git log -1 --format=%ct 2>/dev/null); then export SOURCE_DATE_EPOCH=$commit_time; fi

usage() {
  cat <<'TEXT'
./build.sh demo               the main job: real recordings to MessagePack and back, checked and measured
./build.sh demo -- FILE       converts .npy to .msgpack and back (./build.sh demo -- --help)
./build.sh test               builds once, then runs the tests once per instruction-set level that this CPU has
./build.sh test --level L     one level only: scalar sse2 sse42 avx avx2 avx512 avx512vbmi avx512vbmi2 advsimd, or top: the highest that this CPU has
./build.sh test --large       only the tests of more than 2 GiB of output (they take 3 GiB of memory)
./build.sh mutate             the mutation score of the codec (some hours; docs/testing.md); --level L and Stryker's own options for one level;
                              --formatters that of the formatters, --kernel CLASS that of one vector kernel, with the widest instruction set
./build.sh fuzz               ten million cases of hostile input against the reference codec; --cases N --seed N --type T --level L
./build.sh bench              a table of ratios to the baseline, in about two minutes; --json FILE --types a,b --data a,b --counts 4,1024 --level L
./build.sh compare OLD NEW    names what is slower in the second file of ./build.sh bench by more than the noise; [OLD2]: a second run of OLD's build
./build.sh crossover          from which length on we are quicker than scalar code and built-in formatters; --json FILE --types a,b --level L
./build.sh charts [FILE...]   draws docs/charts from files of bench and crossover; without, from artifacts/measurements/*.json
./build.sh suites             BenchmarkDotNet's suites, an hour; options and BenchmarkDotNet's own: benchmarks/README.md
./build.sh peers              a table with C and C++ libraries in it, as far as they are installed; --rounds N
./build.sh build              builds everything
./build.sh api                adds what is new and public to the lists in eng/PublicApi
./build.sh generate           rewrites the tables (*.g.cs) from their T4 templates (*.tt); --check only compares
./build.sh aot                the codec compiled ahead of time, for any CPU, for x86-64-v3 and for this one: no warning, and the driver's checks
./build.sh pack               makes the NuGet packages in artifacts/packages; --no-build of what is built already
./build.sh clean              removes everything that was built, but not what took hours to measure: artifacts/measurements and artifacts/mutation;
                              --all those too

Environment:
  MessagePackSource=Package|Substitute   where `MessagePack` comes from; without it, the package if the feed carries it
  MessagePackVersion=3.1.x               the version of the package
  CONFIGURATION=Debug                    instead of Release
TEXT
}

# ---- The MessagePack dependency (docs/architecture.md) ----------------------------------------------------------------------------------

# Decides where `MessagePack` comes from, says so in one line, and leaves the choice where a bare `dotnet build` finds it; and, if it asked the feed,
# what the answer holds for in a file beside it.
choose_messagepack() {
  local source why log key version
  # The version that stands in the repository may change from one day to the next.
  version=$(sed -n 's/.*<MessagePackVersion[^>]*>\(.*\)<\/MessagePackVersion>.*/\1/p' Directory.Build.props)
  key="${MessagePackVersion:-by default $version} ${RestoreAdditionalProjectSources:-} ${RestoreSources:-}"
  mkdir -p "$artifacts"
  if [ -n "${MessagePackSource:-}" ]; then
    # An explicit choice is no finding.
    rm -f "$key_file"
    source=$MessagePackSource why="asked for by MessagePackSource"
  elif [ -f "$choice_file" ] && [ -f "$key_file" ] && [ "$(cat "$key_file")" = "$key" ]; then
    source=$(sed -n 's/.*<MessagePackSource>\(.*\)<\/MessagePackSource>.*/\1/p' "$choice_file")
    why="found out earlier; ./build.sh clean asks the feed again"
  else
    rm -f "$key_file"
    log=$artifacts/messagepack-probe.log
    if MessagePackSource=Package dotnet restore eng/MessagePackProbe --force -v:quiet >"$log" 2>&1; then
      source=Package why="the package feed carries it"
    elif [ -n "${MessagePackVersion:-}" ]; then
      # Whoever names a version wants that package; the substitute in its place would hide a mistyped one.
      echo "The package feed did not give MessagePack $MessagePackVersion, which MessagePackVersion asks for:" >&2
      cat "$log" >&2
      exit 1
    elif grep -qE 'NU110[1-3]' "$log"; then
      source=Substitute why="the package feed lacks it: $(grep -oE 'NU110[1-3]' "$log" | head -n 1)"
    else
      echo "The package feed could not be asked for MessagePack:" >&2
      cat "$log" >&2
      exit 1
    fi
    printf '%s\n' "$key" >"$key_file"
  fi
  case $source in
    Package) echo "MessagePack: the package ($why)" ;;
    Substitute) echo "MessagePack: the substitute under tests/ ($why)" ;;
    *) echo "MessagePackSource is '$source'; it takes Package or Substitute." >&2; exit 2 ;;
  esac
  printf '<Project>\n  <PropertyGroup>\n    <MessagePackSource>%s</MessagePackSource>\n  </PropertyGroup>\n</Project>\n' "$source" >"$choice_file"
  export MessagePackSource=$source
}

# ---- Build ------------------------------------------------------------------------------------------------------------------------------

# (`dotnet build` would print a summary whatever it is told.)
build() { dotnet msbuild "${1:-MsgPackSimd.sln}" -restore -p:Configuration="$configuration" -v:quiet -nologo -tl:off -clp:NoSummary; }

output() { echo "$artifacts/bin/$1/$(echo "$configuration" | tr '[:upper:]' '[:lower:]')"; }

# ---- The MessagePack libraries that ours is compared with --------------------------------------------------------------------------------

# In CI, installs Python's msgpack and msgpack-c if the system's package manager has them. The tests that need them are skipped, and say so, where
# they are missing; nothing here fails a run, and nothing is installed on a developer's machine.
install_peers() {
  local as_root=() package
  [ -n "${CI:-}" ] && command -v apt-get >/dev/null || return 0
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || return 0
    as_root=(sudo -n)
  fi
  # The C library's development package has another name since its version 6.
  for package in python3-msgpack "libmsgpack-c-dev libmsgpack-dev"; do
    # shellcheck disable=SC2086 # Both names, one after the other.
    install_first $package || { timeout 120 ${as_root[@]+"${as_root[@]}"} apt-get update -qq >/dev/null 2>&1; install_first $package; } ||
      echo "Not installed: $package. The tests against it are skipped."
  done
}

# install_first PACKAGE...: the first of them that can be had.
install_first() {
  local name
  for name in "$@"; do
    if timeout 300 ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$name" \
      >/dev/null 2>&1; then return 0; fi
  done
  return 1
}

# ---- Tests ------------------------------------------------------------------------------------------------------------------------------

# Each level and the DOTNET_ switch that, set to 0, leaves it; "-" is for no switch. From less to more.
levels_for() {
  case $1 in
    x64) echo "scalar:EnableHWIntrinsic sse2:EnableSSE42 sse42:EnableAVX avx:EnableAVX2 avx2:EnableAVX512 avx512:EnableAVX512v2 \
avx512vbmi:EnableAVX512v3 avx512vbmi2:-" ;;
    arm64) echo "scalar:EnableHWIntrinsic advsimd:-" ;;
    *) echo "scalar:EnableHWIntrinsic" ;;
  esac
}

# level_names: all levels of all architectures.
level_names() {
  local entry names=""
  for entry in $(levels_for x64) $(levels_for arm64); do
    case " $names " in *" ${entry%%:*} "*) ;; *) names="$names ${entry%%:*}" ;; esac
  done
  echo "${names# }"
}

# ask_probe: sets architecture and top to what this process would have. (Of a command inside of <<< nobody would see that it fails.)
ask_probe() {
  local answer
  answer=$(dotnet "$(output LevelProbe)/LevelProbe.dll" | tr -d '\r') || { echo "The CPU's level could not be found out." >&2; exit 1; }
  read -r architecture top <<<"$answer"
  [ -n "$top" ] || { echo "The CPU's level could not be found out: LevelProbe says '$answer'." >&2; exit 1; }
}

# The kernels do not tell AVX without AVX2 from SSE4.2, so this level is run only when it is asked for.
on_demand_level=avx

total_passed=0 total_failed=0 total_skipped=0 large=no

# run_tests NAME SWITCH LEVEL PROJECT...: runs test assemblies in a test host that has the switch off, prints a line, adds to the totals.
run_tests() {
  local name=$1 switch=$2 level=$3; shift 3
  local results=$artifacts/test-results/$name passed=0 failed=0 skipped=0 project status=0 trx counters total executed
  rm -rf "$results"; mkdir -p "$results"
  for project in "$@"; do
    local environment=()
    [ "$large" = no ] || environment+=(-e MSGPACKSIMD_LARGE=1 --filter Category=Large)
    [ "$switch" = - ] || environment+=(-e "DOTNET_$switch=0")
    status=0
    # The level that is expected takes another way to the host than the switch: if the switch were lost, it would not be lost with it.
    MSGPACKSIMD_EXPECTED_LEVEL=$level dotnet test "$(output "$project")/$project.dll" ${environment[@]+"${environment[@]}"} \
      --blame-hang-timeout 10m --blame-hang-dump-type mini \
      --logger "trx;LogFileName=$project.trx" --results-directory "$results" --nologo -v:quiet >"$results/$project.log" 2>&1 || status=$?
    trx=$results/$project.trx
    counters=""
    [ ! -f "$trx" ] || counters=$(grep -o '<Counters [^>]*' "$trx" | head -n 1 || true)
    if [ -n "$counters" ]; then
      total=$(counter total "$counters") executed=$(counter executed "$counters")
      passed=$((passed + $(counter passed "$counters")))
      skipped=$((skipped + total - executed))
      failed=$((failed + executed - $(counter passed "$counters")))
      # A host that dies takes its count with it.
      [ "$status" = 0 ] || [ "$executed" -gt "$(counter passed "$counters")" ] || { failed=$((failed + 1)); cat "$results/$project.log"; }
      [ "$executed" -gt 0 ] || { failed=$((failed + 1)); echo "$project ran no test."; }
      # A test says in its output which level its process has.
      [ -z "$level" ] || grep -qE "$architecture $level([^[:alnum:]]|\$)" "$trx" || { failed=$((failed + 1)); echo "$project does not say that it ran at $architecture $level."; }
    else
      failed=$((failed + 1))
      echo "$project left no count of its tests (exit code $status)."
    fi
    [ "$status" = 0 ] || grep -vE '^(A total of|\s*$)' "$results/$project.log" | head -n 60 || true
  done
  printf '%-12s %s passed, %s failed, %s skipped\n' "$name" "$passed" "$failed" "$skipped"
  total_passed=$((total_passed + passed)) total_failed=$((total_failed + failed)) total_skipped=$((total_skipped + skipped))
}

# set_level LEVEL: sets the switch that leaves this level, for the one program that is started then, or says why it can't be had.
set_level() {
  local probe architecture top entry
  probe=$(output LevelProbe)/LevelProbe.dll
  ask_probe
  for entry in $(levels_for "$architecture"); do
    [ "${entry%%:*}" = "$1" ] || continue
    [ "${entry#*:}" = - ] || export "DOTNET_${entry#*:}=0"
    [ "$(dotnet "$probe" | tr -d '\r')" = "$architecture $1" ] && return
  done
  echo "The level $1 can't be had here." >&2
  exit 2
}

# measure TABLE NAME ARGUMENT...: prints a table of the benchmarks, at the level and with the size of generation 0 that are asked for.
measure() {
  local table=$1 level="" arguments=() commit
  export MSGPACKSIMD_COMMAND="./build.sh ${*:2}"
  shift 2
  while [ $# -gt 0 ]; do
    case $1 in
      --level) level=${2:?--level takes a name}; shift 2 ;;
      --gen0size) export DOTNET_GCgen0size=${2:?--gen0size takes bytes, in hexadecimal digits}; shift 2 ;;
      *) arguments+=("$1"); shift ;;
    esac
  done
  # What is measured is for people and pipes; what the build says goes to stderr.
  { choose_messagepack; build benchmarks/MsgPackSimd.Benchmarks; } >&2
  if [ -n "$level" ]; then
    build eng/LevelProbe >&2
    set_level "$level"
  fi
  if commit=$(git describe --always --dirty --abbrev=12 --exclude '*' 2>/dev/null); then export MSGPACKSIMD_COMMIT=$commit; fi
  # Files are named as seen from where the caller is.
  cd "$caller"
  exec dotnet "$root/$(output MsgPackSimd.Benchmarks)/MsgPackSimd.Benchmarks.dll" "$table" ${arguments[@]+"${arguments[@]}"}
}

counter() { sed -n "s/.* $1=\"\([0-9]*\)\".*/\1/p" <<<"$2"; }

# The tests that need gigabytes run alone, at the CPU's own level: how much there is to write is not a question of the instruction set.
run_large_tests() {
  run_tests large - "" "${level_projects[@]}"
  echo
  echo "$total_passed passed, $total_failed failed"
  [ "$total_failed" = 0 ] && [ "$total_passed" -gt 0 ]
}

run_all_tests() {
  local only=$1 probe architecture top entry level switch has seen_top=no highest levels
  probe=$(output LevelProbe)/LevelProbe.dll
  ask_probe
  levels=" $(levels_for "$architecture") "
  if [ "$only" = top ]; then
    only=$top
    # Nobody reads the log of a run that is green.
    highest=$(levels_for "$architecture") highest=${highest##* } highest=${highest%%:*}
    [ -z "${GITHUB_ACTIONS:-}" ] || [ "$top" = "$highest" ] ||
      echo "::warning::The tests were run at the level $top, which is the highest that this CPU has, and not at $highest."
  elif [ -n "$only" ] && [[ $levels != *" $only:"* ]]; then
    echo "The level $only can't be had here: this is $architecture." >&2
    exit 2
  fi
  for entry in $levels; do
    level=${entry%%:*} switch=${entry#*:}
    if [ -n "$only" ] && [ "$only" != "$level" ]; then [ "$level" != "$top" ] || seen_top=yes; continue; fi
    if [ -z "$only" ] && [ "$level" = "$on_demand_level" ] && [ "$top" != "$level" ]; then continue; fi
    has=$(if [ "$switch" != - ]; then export "DOTNET_$switch=0"; fi; dotnet "$probe" | tr -d '\r')
    if [ "$has" = "$architecture $level" ]; then
      run_tests "$level" "$switch" "$level" "${level_projects[@]}"
    elif [ "$seen_top" = yes ]; then
      printf '%-12s not on this CPU\n' "$level"
      [ -z "${GITHUB_ACTIONS:-}" ] || echo "::warning::The tests were not run at the level $level, which this CPU has not."
    else
      # The CPU has more than this level, so the switch must have left it: the runtime no longer knows the switch.
      printf '%-12s DOTNET_%s=0 left "%s"\n' "$level" "$switch" "$has"
      total_failed=$((total_failed + 1))
    fi
    [ "$level" != "$top" ] || seen_top=yes
  done
  [ -n "$only" ] || run_tests any-level - "" "${once_projects[@]}"
  echo
  if [ "$total_skipped" -gt 0 ]; then
    echo "$total_passed passed, $total_failed failed, $total_skipped skipped"
  else
    echo "$total_passed passed, $total_failed failed"
  fi
  [ "$total_failed" = 0 ] && [ "$total_passed" -gt 0 ]
}

# What depends on the instruction set is run at every level, the rest once.
level_projects=(MsgPackSimd.Codec.Tests MsgPackSimd.Tests)
once_projects=(MsgPackSimd.Benchmarks.Tests MsgPackSimd.Demo.Tests MsgPackSimd.Docs.Tests MsgPackSimd.Engineering.Tests MsgPackSimd.Packages.Tests MsgPackSimd.TextTemplates.Tests)

# ---- Commands ---------------------------------------------------------------------------------------------------------------------------

command=${1:-help}
[ $# = 0 ] || shift
case $command in
  demo)
    [ "${1:-}" != -- ] || shift
    # What the demo prints is for people and pipes: what the build says goes to stderr where arguments are given.
    if [ $# = 0 ]; then choose_messagepack; build samples/MsgPackSimd.Demo; else { choose_messagepack; build samples/MsgPackSimd.Demo; } >&2; fi
    # Files are named as seen from where the caller is.
    cd "$caller"
    exec dotnet "$root/$(output MsgPackSimd.Demo)/MsgPackSimd.Demo.dll" "$@"
    ;;
  build)
    choose_messagepack
    build
    ;;
  test)
    only=""
    while [ $# -gt 0 ]; do
      case $1 in
        --level) only=${2:?--level takes a name}; shift 2 ;;
        --large) large=yes; shift ;;
        *) usage >&2; exit 2 ;;
      esac
    done
    # Before anything is built.
    if [ "$large" = yes ] && [ -n "$only" ]; then
      echo "The large tests are run at one level only, the CPU's own: --large takes no --level." >&2
      exit 2
    fi
    case " top $(level_names) " in
      *" ${only:-top} "*) ;;
      *) echo "There is no level '$only': --level takes top or one of $(level_names)." >&2; exit 2 ;;
    esac
    choose_messagepack
    install_peers
    build
    if [ "$large" = yes ]; then run_large_tests; else run_all_tests "$only"; fi
    ;;
  fuzz)
    arguments=() level=""
    while [ $# -gt 0 ]; do
      case $1 in
        --level) level=${2:?--level takes a name}; shift 2 ;;
        *) arguments+=("$1"); shift ;;
      esac
    done
    choose_messagepack
    build tests/MsgPackSimd.Faults
    if [ -n "$level" ]; then
      build eng/LevelProbe
      set_level "$level"
    fi
    exec dotnet "$(output MsgPackSimd.Faults)/MsgPackSimd.Faults.dll" fuzz ${arguments[@]+"${arguments[@]}"}
    ;;
  suites)
    choose_messagepack
    build benchmarks/MsgPackSimd.Benchmarks
    # From the root: BenchmarkDotNet builds once more for itself, and looks for the project below the folder that it is started in.
    exec dotnet "$(output MsgPackSimd.Benchmarks)/MsgPackSimd.Benchmarks.dll" "$@"
    ;;
  peers)
    choose_messagepack
    build benchmarks/MsgPackSimd.Benchmarks
    eng/native-peers/build.sh "$artifacts/native-peers"
    exec dotnet "$(output MsgPackSimd.Benchmarks)/MsgPackSimd.Benchmarks.dll" peers --libraries "$root/$artifacts/native-peers" "$@"
    ;;
  bench)
    measure ratios bench "$@"
    ;;
  crossover)
    measure crossover crossover "$@"
    ;;
  compare)
    build eng/Measurements >&2
    cd "$caller"
    exec dotnet "$root/$(output Measurements)/Measurements.dll" compare "$@"
    ;;
  charts)
    build eng/Measurements >&2
    if [ $# = 0 ]; then
      set -- "$artifacts"/measurements/*.json
      [ -f "$1" ] || { echo "There is nothing to draw: ./build.sh bench --json artifacts/measurements/NAME.json measures." >&2; exit 2; }
    else
      cd "$caller"
    fi
    exec dotnet "$root/$(output Measurements)/Measurements.dll" charts --output "$root/docs/charts" "$@"
    ;;
  mutate)
    # A mutant counts as killed if one of the runs kills it: that of the scalar code, that of all the CPU has, and, where kernels are chosen, those
    # of the levels in between.
    levels="scalar top avx2 sse42 sse2" between="--mutate Kernels/KernelDispatch.cs --mutate Kernels/Encoding/IntegerEncoding.cs --mutate Kernels/Encoding/FixedWidthEncoding.cs --mutate Kernels/Decoding/*.cs --mutate Kernels/Scalar/BranchFreeIntegerEncoder.cs"
    reports=() project=codec config=codec.json
    case ${1:-} in
      --level) levels=${2:?--level takes a name} between=""; shift 2 ;;
      --formatters) project=formatters config=formatters.json levels=top between=""; shift ;;
      --kernel)
        project=kernel config=$root/$artifacts/mutation/kernel.json levels=top between=""
        mkdir -p "$artifacts/mutation"
        sed "s/KERNEL/${2:?--kernel takes the name of a class}/g" eng/Mutation/kernel.json >"$config"
        shift 2
        ;;
    esac
    choose_messagepack
    build eng/LevelProbe
    build eng/MutationScore
    (cd eng/Mutation && dotnet tool restore >/dev/null)
    for level in $levels; do
      # A level of all the usual ones that this CPU lacks is left out, rather than the end of what has taken hours; one that was asked for is an error.
      if [ -n "$between" ] && [ "$level" != top ]; then
        status=0
        (set_level "$level") || status=$?
        case $status in
          0) ;;
          2) echo "Left out: $level"; continue ;;
          *) exit "$status" ;;
        esac
      fi
      (
        [ "$level" = top ] || set_level "$level"
        case $level in scalar | top) files="" ;; *) files=$between ;; esac
        cd eng/Mutation
        # shellcheck disable=SC2086 # An option for each file.
        exec dotnet stryker --config-file "$config" --output "$root/$artifacts/mutation/$project/$level" $files "$@"
      )
      reports+=("$level=$artifacts/mutation/$project/$level/reports/mutation-report.json")
    done
    exec dotnet "$(output MutationScore)/MutationScore.dll" "${reports[@]}"
    ;;
  pack)
    case ${1:-} in
      "")
        no_build=()
        [ "${IsRelease:-}" = true ] || [ -z "${SOURCE_DATE_EPOCH:-}" ] || export VersionSuffix="${VersionSuffix:-dev.$SOURCE_DATE_EPOCH}"
        ;;
      --no-build) no_build=(--no-build) ;;
      *) usage >&2; exit 2 ;;
    esac
    choose_messagepack
    dotnet pack src/MsgPackSimd.Codec -c "$configuration" -v:quiet -nologo ${no_build[@]+"${no_build[@]}"}
    dotnet pack src/MsgPackSimd -c "$configuration" -v:quiet -nologo ${no_build[@]+"${no_build[@]}"}
    ls "$artifacts/packages"
    ;;
  aot)
    choose_messagepack
    build eng/LevelProbe
    ask_probe
    # Apart from all else that is built: the restore of what is published asks for a runtime. Without a name, for any CPU; README.md names the others. Each with
    # the level that the driver then has to have, which for one that is compiled for this CPU is what a runtime has on it.
    case $architecture in
      x64) compilations=(":sse42" "x86-64-v3:avx2" "native:$top") ;;
      *) compilations=(":$top" "native:$top") ;;
    esac
    for compilation in "${compilations[@]}"; do
      instructions=${compilation%%:*}
      dotnet publish tests/MsgPackSimd.Driver -c "$configuration" -v:quiet -nologo --use-current-runtime -o "$artifacts/aot/driver${instructions:+-$instructions}" \
        -p:PublishAot=true -p:TreatWarningsAsErrors=true -p:IlcTreatWarningsAsErrors=true -p:TrimmerSingleWarn=false \
        -p:IlcInstructionSet="$instructions" -p:ArtifactsPath="$root/$artifacts/aot${instructions:+-$instructions}"
      "$artifacts/aot/driver${instructions:+-$instructions}/MsgPackSimd.Driver" "${compilation#*:}"
    done
    ;;
  api)
    choose_messagepack
    for project in MsgPackSimd.Codec MsgPackSimd; do
      dotnet restore "src/$project" -v:quiet
      dotnet format analyzers "src/$project/$project.csproj" --no-restore --diagnostics RS0016 --severity info
    done
    ;;
  generate)
    build eng/TextTemplates
    exec dotnet "$(output TextTemplates)/TextTemplates.dll" "$@" src
    ;;
  clean)
    case ${1:-} in
      "") [ ! -d "$artifacts" ] || find "$artifacts" -mindepth 1 -maxdepth 1 ! -name measurements ! -name mutation -exec rm -rf {} + ;;
      --all) rm -rf "$artifacts" ;;
      *) usage >&2; exit 2 ;;
    esac
    ;;
  help | -h | --help)
    usage
    ;;
  *)
    usage >&2
    exit 2
    ;;
esac
