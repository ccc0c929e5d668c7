using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Runtime.Versioning;
using System.Text.RegularExpressions;
using MsgPackSimd.Benchmarks.Configuration;
using MsgPackSimd.TestSupport;
using Xunit;

namespace MsgPackSimd.Engineering.Tests;

/// <summary>
/// What build.sh concludes from what <c>dotnet</c> does: a copy of the script is run, with a <c>dotnet</c> that only pretends.
/// </summary>
[UnsupportedOSPlatform("windows")]
public sealed class BuildScriptTests : IDisposable
{
    private const string NoScripts = "A script in the place of a program is started on Linux and macOS only.";

    /// <summary>With a space in its name: nobody's home is without one for sure.</summary>
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("build script-");

    public BuildScriptTests()
    {
        string root = RepositoryRoot.Path;
        File.Copy(Path.Combine(root, "build.sh"), InFolder("build.sh"));
        File.Copy(Path.Combine(root, "Directory.Build.props"), InFolder("Directory.Build.props"));
        Directory.CreateDirectory(InFolder("bin"));

        Directory.CreateDirectory(InFolder("eng/Mutation"));
        File.Copy(Path.Combine(root, "eng/Mutation/kernel.json"), InFolder("eng/Mutation/kernel.json"));

        // `restore` answers whether the feed has the package; `test` leaves the results that it is told to leave, with the level that its host would have, and
        // exits as it is told to; the CPU has AVX2, or what it is told to have, and may be deaf to a switch; what it is asked to compute with is printed.
        File.WriteAllText(InFolder("bin/dotnet"), """
            #!/usr/bin/env bash
            say_level() {
              level=${FAKE_TOP:-avx2}
              [ "${DOTNET_EnableAVX2:-1}" = 1 ] || level=avx
              [ "${DOTNET_EnableAVX:-1}" = 1 ] || level=sse42
              [ "${DOTNET_EnableSSE42:-1}" = 1 ] || level=sse2
              [ "${DOTNET_EnableHWIntrinsic:-1}" = 1 ] || level=scalar
              echo "x64 $level"
            }
            case $1 in
              restore) [ -z "$FAKE_RESTORE_ERROR" ] || { echo "error $FAKE_RESTORE_ERROR: no such package"; exit 1; } ;;
              test)
                while [ $# -gt 0 ]; do
                  case $1 in
                    --results-directory) folder=$2 ;;
                    DOTNET_*) [ -n "$FAKE_HOST_IS_DEAF" ] || export "$1" ;;
                    trx\;LogFileName=*) name=${1#*=} ;;
                  esac
                  shift
                done
                [ -z "$FAKE_RESULTS" ] || { echo "$FAKE_RESULTS"; say_level; } >"$folder/$name"
                echo "${name%.trx} at $(say_level), expected ${MSGPACKSIMD_EXPECTED_LEVEL:-nothing}" >>"$FAKE_LOG"
                exit "${FAKE_TEST_EXIT:-0}"
                ;;
              stryker) echo "stryker $*" ;;
              *MutationScore.dll) shift; echo "score of $*" ;;
              *LevelProbe.dll)
                [ -z "$FAKE_PROBE_EXIT" ] || exit "$FAKE_PROBE_EXIT"
                [ -z "$FAKE_DEAF_TO" ] || unset "$FAKE_DEAF_TO"
                say_level
                ;;
            esac
            """);
        File.SetUnixFileMode(InFolder("bin/dotnet"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    [UnixFact(NoScripts)]
    public void The_feed_is_asked_once_and_again_when_something_changes()
    {
        Assert.Contains("the substitute under tests/ (the package feed lacks it: NU1101)", Build("NU1101").Output, StringComparison.Ordinal);
        Assert.Contains("the substitute under tests/ (found out earlier", Build("").Output, StringComparison.Ordinal);

        // Two hyphens end a comment in XML, so no part of a folder's name may stand in one.
        string sources = "RestoreAdditionalProjectSources=/some--folder";
        Assert.Contains("the package (the package feed carries it)", Build("", sources).Output, StringComparison.Ordinal);
        Assert.Contains("the package (found out earlier", Build("NU1101", sources).Output, StringComparison.Ordinal);
        Assert.DoesNotContain("some", File.ReadAllText(InFolder("artifacts/MessagePackSource.props")), StringComparison.Ordinal);
        Assert.Contains("the substitute", Build("NU1102").Output, StringComparison.Ordinal);

        // The version that is asked for is part of the question.
        string properties = File.ReadAllText(InFolder("Directory.Build.props"));
        int version = properties.IndexOf("</MessagePackVersion>", StringComparison.Ordinal);
        File.WriteAllText(InFolder("Directory.Build.props"), properties.Insert(version, "9"));
        Assert.Contains("the package (the package feed carries it)", Build("").Output, StringComparison.Ordinal);

        // An explicit choice is not a finding, and is not stored as one.
        Assert.Contains(
            "the substitute under tests/ (asked for by MessagePackSource)", Build("", "MessagePackSource=Substitute").Output, StringComparison.Ordinal);
        Assert.Contains("the package (the package feed carries it)", Build("").Output, StringComparison.Ordinal);
    }

    [UnixFact(NoScripts)]
    public void A_version_that_was_asked_for_is_not_replaced_by_the_substitute()
    {
        foreach (string error in new[] { "NU1101", "NU1102", "NU1103" })
        {
            (int exitCode, string output) = Build(error, "MessagePackVersion=33.1.9");
            Assert.Equal(1, exitCode);
            Assert.Contains("MessagePack 33.1.9, which MessagePackVersion asks for", output, StringComparison.Ordinal);
            Assert.False(File.Exists(InFolder("artifacts/MessagePackSource.props")));
            Assert.Equal(0, Build(error).ExitCode);
            File.Delete(InFolder("artifacts/MessagePackSource.props"));
        }

        Assert.Contains("the package (the package feed carries it)", Build("", "MessagePackVersion=3.1.8").Output, StringComparison.Ordinal);

        // Any other failure is not an answer.
        Assert.Equal(1, Build("NU1301").ExitCode);
    }

    [UnixFact(NoScripts)]
    public void Results_without_a_count_are_a_failure_that_is_told()
    {
        (int exitCode, string output) = Run(
            ["test", "--large"], "MessagePackSource=Package", "FAKE_RESULTS=<Counters total=\"3\" executed=\"2\" passed=\"2\" failed=\"0\" />");
        Assert.Equal(0, exitCode);
        Assert.Contains("4 passed, 0 failed", output, StringComparison.Ordinal);

        foreach (string results in new[] { "", "<TestRun />" })
        {
            (exitCode, output) = Run(["test", "--large"], "MessagePackSource=Package", $"FAKE_RESULTS={results}");
            Assert.Equal(1, exitCode);
            Assert.Contains("MsgPackSimd.Tests left no count of its tests", output, StringComparison.Ordinal);
            Assert.Contains("0 passed, 2 failed", output, StringComparison.Ordinal);
        }
    }

    [UnixFact(NoScripts)]
    public void All_levels_of_the_CPU_are_run_or_the_highest_and_the_others_are_told()
    {
        string[] environment = ["MessagePackSource=Package", "FAKE_RESULTS=<Counters total=\"1\" executed=\"1\" passed=\"1\" failed=\"0\" />"];
        (int exitCode, string output) = Run(["test"], environment);
        Assert.Equal(0, exitCode);
        Assert.Matches(@"scalar +2 passed, 0 failed, 0 skipped\nsse2 +2 passed.*\nsse42 +2 passed.*\navx2 +2 passed.*\navx512 +not on this CPU\n", output);
        Assert.Equal(
            ["scalar", "sse2", "sse42", "avx2"],
            File.ReadAllLines(InFolder("log")).Where(line => line.StartsWith("MsgPackSimd.Codec.Tests ", StringComparison.Ordinal))
                .Select(line => Regex.Match(line, @" at x64 (\w+), expected \1$").Groups[1].Value));
        Assert.DoesNotContain("::warning::", output, StringComparison.Ordinal);

        (exitCode, output) = Run(["test"], [.. environment, "GITHUB_ACTIONS=true"]);
        Assert.Equal(0, exitCode);
        Assert.Equal(3, output.Split("::warning::").Length - 1);
        Assert.Contains("::warning::The tests were not run at the level avx512vbmi2,", output, StringComparison.Ordinal);

        (exitCode, output) = Run(["test", "--level", "top"], [.. environment, "GITHUB_ACTIONS=true"]);
        Assert.Equal(0, exitCode);
        Assert.Matches(@"avx2 +2 passed, 0 failed, 0 skipped\n\n2 passed, 0 failed", output);
        Assert.DoesNotContain("scalar", output, StringComparison.Ordinal);

        // On a hosted machine, nobody sees which level that is.
        Assert.Contains("::warning::The tests were run at the level avx2, which is the highest that this CPU has, and not at avx512vbmi2.", output, StringComparison.Ordinal);
        (exitCode, output) = Run(["test", "--level", "top"], [.. environment, "GITHUB_ACTIONS=true", "FAKE_TOP=avx512vbmi2"]);
        Assert.Equal(0, exitCode);
        Assert.DoesNotContain("::warning::", output, StringComparison.Ordinal);

        // A level that this CPU does not have can't be asked for.
        (exitCode, output) = Run(["test", "--level", "avx512"], environment);
        Assert.Equal(1, exitCode);
        Assert.Matches(@"avx512 +not on this CPU\n\n0 passed, 0 failed", output);
    }

    [UnixFact(NoScripts)]
    public void A_level_that_there_is_not_is_refused_before_anything_is_built()
    {
        (int exitCode, string output) = Run(["test", "--level", "nosuch"], "MessagePackSource=Package");
        Assert.Equal(2, exitCode);
        Assert.Equal(
            "There is no level 'nosuch': --level takes top or one of scalar sse2 sse42 avx avx2 avx512 avx512vbmi avx512vbmi2 advsimd.\n", output);

        (exitCode, output) = Run(["test", "--level", "advsimd"], "MessagePackSource=Package");
        Assert.Equal(2, exitCode);
        Assert.Contains("The level advsimd can't be had here: this is x64.", output, StringComparison.Ordinal);

        foreach (string[] arguments in new string[][] { ["test", "--large", "--level", "avx2"], ["test", "--level", "avx2", "--large"] })
        {
            (exitCode, output) = Run(arguments, "MessagePackSource=Package");
            Assert.Equal(2, exitCode);
            Assert.Equal("The large tests are run at one level only, the CPU's own: --large takes no --level.\n", output);
        }
    }

    /// <summary>What runs at another level than the one that it is said to run at, or not at all, is never green.</summary>
    [UnixFact(NoScripts)]
    public void A_switch_that_leaves_another_level_is_a_failure()
    {
        string[] environment =
            ["MessagePackSource=Package", "FAKE_RESULTS=<Counters total=\"1\" executed=\"1\" passed=\"1\" failed=\"0\" />", "FAKE_DEAF_TO=DOTNET_EnableAVX"];
        (int exitCode, string output) = Run(["test"], environment);
        Assert.Equal(1, exitCode);
        Assert.Matches(@"sse2 +2 passed.*\nsse42 +DOTNET_EnableAVX=0 left ""x64 avx2""\navx2 +2 passed", output);
        Assert.Contains(" passed, 1 failed", output, StringComparison.Ordinal);

        (exitCode, output) = Run(["fuzz", "--level", "sse42"], environment);
        Assert.Equal(2, exitCode);
        Assert.Contains("The level sse42 can't be had here.", output, StringComparison.Ordinal);
        Assert.Equal(0, Run(["fuzz", "--level", "sse2"], environment).ExitCode);
        Assert.Equal(2, Run(["fuzz", "--level", "avx512"], environment).ExitCode);
    }

    /// <summary>Even if all of its tests pass: the one that looks for the level might not be among them.</summary>
    [UnixFact(NoScripts)]
    public void A_test_host_that_has_another_level_than_expected_is_a_failure()
    {
        (int exitCode, string output) = Run(
            ["test", "--level", "sse42"],
            "MessagePackSource=Package",
            "FAKE_RESULTS=<Counters total=\"1\" executed=\"1\" passed=\"1\" failed=\"0\" />",
            "FAKE_HOST_IS_DEAF=1");
        Assert.Equal(1, exitCode);
        Assert.Contains("MsgPackSimd.Codec.Tests does not say that it ran at x64 sse42.", output, StringComparison.Ordinal);
        Assert.Contains("2 passed, 2 failed", output, StringComparison.Ordinal);
    }

    [UnixFact(NoScripts)]
    public void A_level_that_can_not_be_found_out_is_a_failure()
    {
        string results = "FAKE_RESULTS=<Counters total=\"1\" executed=\"1\" passed=\"1\" failed=\"0\" />";
        foreach (string[] arguments in new string[][] { ["test"], ["test", "--level", "top"], ["fuzz", "--level", "sse2"], ["mutate"] })
        {
            (int exitCode, string output) = Run(arguments, "MessagePackSource=Package", results, "FAKE_PROBE_EXIT=134");
            Assert.Equal(1, exitCode);
            Assert.Contains("The CPU's level could not be found out.", output, StringComparison.Ordinal);
        }
    }

    [UnixFact(NoScripts)]
    public void A_test_host_that_dies_after_its_tests_is_a_failure()
    {
        (int exitCode, string output) = Run(
            ["test", "--large"],
            "MessagePackSource=Package",
            "FAKE_RESULTS=<Counters total=\"3\" executed=\"3\" passed=\"3\" failed=\"0\" />",
            "FAKE_TEST_EXIT=1");
        Assert.Equal(1, exitCode);
        Assert.Contains("6 passed, 2 failed", output, StringComparison.Ordinal);
    }

    [UnixFact(NoScripts)]
    public void A_project_that_ran_no_test_is_a_failure()
    {
        (int exitCode, string output) = Run(
            ["test", "--large"], "MessagePackSource=Package", "FAKE_RESULTS=<Counters total=\"1\" executed=\"0\" passed=\"0\" failed=\"0\" />");
        Assert.Equal(1, exitCode);
        Assert.Contains("MsgPackSimd.Tests ran no test.", output, StringComparison.Ordinal);
        Assert.Contains("0 passed, 2 failed", output, StringComparison.Ordinal);
    }

    /// <summary>It takes hours, which a level in the middle must not be the end of.</summary>
    [UnixFact(NoScripts)]
    public void Mutants_are_run_at_the_levels_that_the_CPU_has()
    {
        (int exitCode, string output) = Run(["mutate"], "MessagePackSource=Package", "FAKE_TOP=sse42");
        Assert.Equal(0, exitCode);
        Assert.Contains("Left out: avx2", output, StringComparison.Ordinal);
        Assert.Matches("score of scalar=[^ ]+ top=[^ ]+ sse42=[^ ]+ sse2=[^ ]+\n", output);
        Assert.Matches("score of top=[^ ]+/formatters/top/[^ ]+\n", Run(["mutate", "--formatters"], "MessagePackSource=Package", "FAKE_TOP=sse42").Output);
        Assert.Equal(2, Run(["mutate", "--level", "avx2"], "MessagePackSource=Package", "FAKE_TOP=sse42").ExitCode);

        output = Run(["mutate", "--kernel", "Int32EncoderAvx2"], "MessagePackSource=Package", "FAKE_TOP=sse42").Output;
        Assert.Matches("score of top=[^ ]+/kernel/top/[^ ]+\n", output);
        string config = File.ReadAllText(InFolder("artifacts/mutation/kernel.json"));
        Assert.Contains("Kernels/**/Int32EncoderAvx2.cs", config, StringComparison.Ordinal);
        Assert.DoesNotContain("KERNEL", config, StringComparison.Ordinal);
    }

    [UnixFact(NoScripts)]
    public void What_took_hours_to_measure_is_removed_only_if_all_is()
    {
        string[] measured = ["artifacts/measurements/a.json", "artifacts/mutation/codec/top/report.json"];
        foreach (string file in (string[])[.. measured, "artifacts/bin/a.dll", "artifacts/messagepack-probe.log"])
        {
            Directory.CreateDirectory(Path.GetDirectoryName(InFolder(file))!);
            File.WriteAllText(InFolder(file), "");
        }

        Assert.Equal(0, Run(["clean"]).ExitCode);
        Assert.Equal(["measurements", "mutation"], Directory.GetFileSystemEntries(InFolder("artifacts")).Select(Path.GetFileName).Order());
        Assert.All(measured, file => Assert.True(File.Exists(InFolder(file))));

        Assert.Equal(2, Run(["clean", "--everything"]).ExitCode);
        Assert.Equal(0, Run(["clean", "--all"]).ExitCode);
        Assert.False(Directory.Exists(InFolder("artifacts")));
        Assert.Equal(0, Run(["clean"]).ExitCode);
    }

    /// <summary>The benchmarks have the same table.</summary>
    [Theory]
    [InlineData("x64")]
    [InlineData("arm64")]
    [InlineData("*")]
    public void The_levels_and_their_switches_are_those_of_the_benchmarks(string architecture)
    {
        string script = File.ReadAllText(Path.Combine(RepositoryRoot.Path, "build.sh")).ReplaceLineEndings("\n").Replace("\\\n", "", StringComparison.Ordinal);
        string function = Regex.Match(script, @"^levels_for\(\) \{\n(.*?)^\}", RegexOptions.Multiline | RegexOptions.Singleline).Groups[1].Value;
        string levels = Regex.Match(function, $@"^ *{Regex.Escape(architecture)}\) echo ""([^""]*)""", RegexOptions.Multiline).Groups[1].Value;

        Assert.Equal(string.Join(' ', InstructionSetSwitch.TableOf(architecture).Select(row => $"{row.Level}:{row.Name ?? "-"}")), levels);
    }

    private (int ExitCode, string Output) Build(string restoreError, params string[] environment) =>
        Run(["build"], [$"FAKE_RESTORE_ERROR={restoreError}", .. environment]);

    private (int ExitCode, string Output) Run(IEnumerable<string> arguments, params string[] environment)
    {
        var start = new ProcessStartInfo("bash", [InFolder("build.sh"), .. arguments]);
        foreach (string name in new[]
            { "MessagePackSource", "MessagePackVersion", "RestoreSources", "RestoreAdditionalProjectSources", "CI", "GITHUB_ACTIONS", "CONFIGURATION" })
        {
            start.Environment.Remove(name);
        }

        start.Environment["PATH"] = $"{InFolder("bin")}:{start.Environment["PATH"]}";
        start.Environment["FAKE_RESTORE_ERROR"] = "";
        start.Environment["FAKE_RESULTS"] = "";
        start.Environment["FAKE_LOG"] = InFolder("log");
        foreach (string variable in environment)
        {
            int equals = variable.IndexOf('=', StringComparison.Ordinal);
            start.Environment[variable[..equals]] = variable[(equals + 1)..];
        }

        (int exitCode, string output, string errors) = ChildProcess.Run(start);
        return (exitCode, output + errors);
    }

    private string InFolder(string path) => Path.Combine(_folder.FullName, path);
}
